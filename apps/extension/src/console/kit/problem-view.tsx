import { Alert, Button, HStack, Stack, Text } from "@chakra-ui/react";
import { consoleText } from "../../text/en/console.ts";
import { CopyButton } from "./copy-button.tsx";
import { EmptyState } from "./empty-state.tsx";
import type { ServerProblem } from "./problem.ts";

type Props = { readonly problem: ServerProblem; readonly onRetry?: (() => void) | undefined };

/** A failed call in words, with what to do next. */
export function ProblemView({ problem, onRetry }: Props) {
	const text = consoleText.problem;
	if (problem.kind === "forbidden") return <EmptyState title={text.forbidden} hint={text.forbiddenHint} isAlert />;
	if (problem.kind === "signed_out") return <EmptyState title={consoleText.signInTitle} hint={consoleText.signInHint} isAlert />;
	const isOffline = problem.kind === "offline";
	return (
		<Alert.Root status={isOffline ? "warning" : "error"} role="alert" size="sm">
			<Alert.Indicator aria-hidden />
			<Alert.Content>
				<Alert.Title>{isOffline ? text.offline : text.refused}</Alert.Title>
				<Alert.Description>
					<Stack gap="2" align="flex-start">
						<Text>{isOffline ? text.offlineHint : problem.message}</Text>
						{problem.requestId === undefined ? null : (
							<HStack gap="2" wrap="wrap">
								<Text fontSize="xs" overflowWrap="anywhere">
									{text.requestId}: {problem.requestId}
								</Text>
								<CopyButton label={text.copyRequestId} text={problem.requestId} />
							</HStack>
						)}
						{onRetry ? (
							<Button size="xs" variant="outline" onClick={onRetry}>
								{text.retry}
							</Button>
						) : null}
					</Stack>
				</Alert.Description>
			</Alert.Content>
		</Alert.Root>
	);
}
