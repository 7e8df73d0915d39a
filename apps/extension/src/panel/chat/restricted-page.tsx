import { Alert } from "@chakra-ui/react";
import type { RestrictedKind } from "../../panel-state.ts";
import { restrictedHint, restrictedText } from "./words.ts";

/** Why this page cannot be read, and what the user can do. */
export function RestrictedPage({ kind }: { readonly kind: RestrictedKind }) {
	return (
		<Alert.Root status="info" role="status" size="sm" rounded="none">
			<Alert.Indicator aria-hidden />
			<Alert.Content>
				<Alert.Title>{restrictedText[kind]}</Alert.Title>
				<Alert.Description>{restrictedHint}</Alert.Description>
			</Alert.Content>
		</Alert.Root>
	);
}
