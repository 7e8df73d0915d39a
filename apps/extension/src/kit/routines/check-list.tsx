import { Box, List, Text } from "@chakra-ui/react";
import type { CheckResult } from "@webhand/contracts/routine/run";
import { CheckIcon, CrossIcon } from "../icons.tsx";
import { runText } from "./words.ts";

/** What was meant beside what the page says. */
export function CheckList({ checks }: { readonly checks: readonly CheckResult[] }) {
	return (
		<List.Root variant="plain" gap="0.5">
			{checks.map(({ step, label, expected, seen, holds }) => (
				<List.Item key={`${step} ${label}`} display="flex" gap="1.5" alignItems="start">
					<Box color={holds ? "status.completed" : "status.failed"} h="1lh" display="flex" alignItems="center" flexShrink="0">
						{holds ? <CheckIcon boxSize="3" strokeWidth="3" /> : <CrossIcon boxSize="3" strokeWidth="3" />}
					</Box>
					<Text minW="0" overflowWrap="anywhere">
						{label}: {holds ? null : `${runText.expected} `}
						<Text as="bdi" fontWeight="medium">
							{expected}
						</Text>
						{holds ? null : (
							<>
								{`, ${runText.seen} `}
								<Text as="bdi" fontWeight="medium" color="status.failed">
									{seen ?? runText.nothing}
								</Text>
							</>
						)}
					</Text>
				</List.Item>
			))}
		</List.Root>
	);
}
