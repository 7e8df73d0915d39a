import { Alert, Box } from "@chakra-ui/react";

/** What was done; the region stands before it speaks, so that a screen reader hears it. */
export function Told({ children }: { readonly children: string }) {
	return (
		<Box role="status" _empty={{ display: "none" }}>
			{children === "" ? null : (
				<Alert.Root status="success" size="sm">
					<Alert.Indicator aria-hidden />
					<Alert.Description overflowWrap="anywhere">{children}</Alert.Description>
				</Alert.Root>
			)}
		</Box>
	);
}
