import { Alert, Button, HStack, Skeleton, Stack, Text } from "@chakra-ui/react";
import { text } from "../../text/en.ts";

/** Placeholder lines while content loads. */
export function Loading({ lines }: { readonly lines: number }) {
	return (
		<Stack gap="2" aria-busy="true" role="status" aria-label={text.states.loading}>
			{Array.from({ length: lines }, (_, index) => (
				<Skeleton key={`line-${index + 1}`} height="4" width={index === lines - 1 ? "60%" : "100%"} />
			))}
		</Stack>
	);
}

/** A failure with its request id and a way to retry. */
export function Problem({
	message,
	requestId,
	onRetry,
}: {
	readonly message: string;
	readonly requestId?: string | undefined;
	readonly onRetry?: (() => void) | undefined;
}) {
	return (
		<Alert.Root status="error" role="alert" size="sm">
			<Alert.Indicator aria-hidden />
			<Alert.Content>
				<Alert.Description>{message}</Alert.Description>
				{requestId ? (
					<Text fontSize="xs" color="fg.quiet">
						{text.task.requestId}: {requestId}
					</Text>
				) : null}
			</Alert.Content>
			{onRetry ? (
				<HStack>
					<Button size="xs" variant="outline" onClick={onRetry}>
						{text.task.retry}
					</Button>
				</HStack>
			) : null}
		</Alert.Root>
	);
}
