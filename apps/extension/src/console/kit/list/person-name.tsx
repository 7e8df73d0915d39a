import { Text } from "@chakra-ui/react";
import type { NameOf } from "../../org/use-names.ts";

/** Somebody by name; the id stands in the tooltip. */
export function PersonName({ id, nameOf }: { readonly id: string; readonly nameOf: NameOf }) {
	return (
		<Text as="span" display="inline-block" minW="3.5rem" title={id} overflowWrap="anywhere">
			{nameOf(id)}
		</Text>
	);
}
