import { Text } from "@chakra-ui/react";
import type { ReactNode } from "react";

/** Small print: what stands below a name or a value. */
export function Quiet({ children }: { readonly children: ReactNode }) {
	return (
		<Text color="fg.quiet" fontSize="xs" overflowWrap="anywhere">
			{children}
		</Text>
	);
}
