import { Alert, Box, Button, HStack, Skeleton, Stack, Text } from "@chakra-ui/react";
import type { ReactNode } from "react";
import { CopyIconButton } from "./controls/copy-button.tsx";
import { statesText } from "./words/state-words.ts";

/** Placeholder lines while content loads. */
export function Loading({ lines }: { readonly lines: number }) {
	return (
		<Stack gap="2" aria-busy="true" role="status" aria-label={statesText.loading}>
			{Array.from({ length: lines }, (_, index) => (
				<Skeleton key={`line-${index + 1}`} height="4" width={index === lines - 1 ? "60%" : "100%"} />
			))}
		</Stack>
	);
}

type EmptyProps = { readonly title: string; readonly hint?: string; readonly children?: ReactNode };

/** Nothing is there: one sentence, and the next step. */
export function Empty({ title, hint, children }: EmptyProps) {
	return (
		<Stack align="center" gap="1" py="8" px="4" textAlign="center" role="status">
			<Text fontWeight="semibold">{title}</Text>
			{hint === undefined ? null : (
				<Text textStyle="small" color="fg.quiet">
					{hint}
				</Text>
			)}
			{children}
		</Stack>
	);
}

type ProblemProps = {
	readonly message: string;
	readonly requestId?: string | undefined;
	readonly onRetry?: (() => void) | undefined;
	/** Another way on than to retry. */
	readonly action?: { readonly label: string; readonly onChoose: () => void };
};

/** A failure with its request id and a way to retry. */
export function Problem({ message, requestId, onRetry, action }: ProblemProps) {
	return (
		<Alert.Root status="error" role="alert" size="sm" rounded="lg">
			<Alert.Indicator aria-hidden />
			<Alert.Content minW="0">
				<Alert.Description overflowWrap="anywhere">{message}</Alert.Description>
				{requestId ? <RequestId id={requestId} /> : null}
			</Alert.Content>
			{onRetry ? (
				<Button size="xs" variant="outline" borderColor="line.strong" onClick={onRetry}>
					{statesText.retry}
				</Button>
			) : null}
			{action ? (
				<Button size="xs" variant="outline" borderColor="line.strong" onClick={action.onChoose}>
					{action.label}
				</Button>
			) : null}
		</Alert.Root>
	);
}

/** What an operator needs to find a failed call in logs and traces, with a button that copies it. */
export function RequestId({ id }: { readonly id: string }) {
	return (
		<HStack gap="1" textStyle="small">
			<Text overflowWrap="anywhere" minW="0">
				{statesText.requestId}: {id}
			</Text>
			<CopyIconButton text={id} label={statesText.copyRequestId} />
		</HStack>
	);
}

/** A short sentence over the whole width, such as "No connection since …". */
export function Notice({ children }: { readonly children: string }) {
	return (
		<Box role="status" px="gutter" py="1.5" bg="bg.note" color="fg.note" textStyle="small" flexShrink="0">
			{children}
		</Box>
	);
}
