import { Box, Button, HStack, Text } from "@chakra-ui/react";
import type { WorkspaceId } from "@webhand/contracts/ids";
import type { StandingApproval } from "@webhand/contracts/tools/approvals";
import { endStandingRoute, standingApprovalsRoute } from "@webhand/contracts/tools/approvals";
import { useRef, useState } from "react";
import { useReply, useSubmit } from "../../../kit/load/queries.ts";
import { formatTime } from "../../../kit/words/format.ts";
import type { SignedInApi } from "../../../signed-in-api.ts";
import { HiddenMarks } from "../kit/hidden-marks.tsx";
import { ToolLoad } from "../kit/tool-load.tsx";
import { ToolProblem } from "../kit/tool-problem.tsx";
import { tasksText } from "./words.ts";

type Props = { readonly api: SignedInApi; readonly workspaceId: WorkspaceId };

/** The approvals of a wider scope that still stand; each can be taken back. */
export function StandingApprovals({ api, workspaceId }: Props) {
	const text = tasksText;
	const group = useRef<HTMLDivElement>(null);
	const [busy, setBusy] = useState<string | null>(null);
	const [ended, setEnded] = useState("");
	const loaded = useReply(api, standingApprovalsRoute, { query: { workspaceId } });
	const { submit: end, problem } = useSubmit(async ({ id, text: what }: StandingApproval) => {
		setBusy(id);
		try {
			await api.call(endStandingRoute, { params: { id } });
			setEnded(text.asksAgain(what));
			// The focused button is removed with its row.
			group.current?.focus();
			loaded.replace({ ...loaded.value, standing: (loaded.value?.standing ?? []).filter((row) => row.id !== id) });
		} catch (error) {
			loaded.retry();
			throw error;
		} finally {
			setBusy(null);
		}
	});
	return (
		<Box ref={group} role="group" aria-label={text.standing} tabIndex={-1} outline="none" mt="2">
			<Text color="fg.quiet">{text.standing}</Text>
			<ToolLoad loaded={loaded} lines={1}>
				{({ standing: rows }) => (
					<Box role={rows.length === 0 ? undefined : "list"}>
						{rows.length === 0 ? <Text color="fg.quiet">{text.noneStanding}</Text> : null}
						{rows.map((row) => (
							<HStack key={row.id} role="listitem" gap="2" align="start" py="1.5" borderBottomWidth="1px" borderColor="line.soft">
								<Text flex="1" minW="0" overflowWrap="anywhere">
									<HiddenMarks>{row.text}</HiddenMarks>
									<Text as="span" display="block" color="fg.quiet">
										{text.until(formatTime(row.until))}
									</Text>
								</Text>
								<Button
									size="2xs"
									variant="outline"
									borderColor="line.strong"
									flexShrink="0"
									loading={busy === row.id}
									disabled={busy !== null}
									aria-label={text.askAgainAbout(row.text)}
									onClick={() => void end(row)}
								>
									{text.askAgain}
								</Button>
							</HStack>
						))}
					</Box>
				)}
			</ToolLoad>
			<Text role="status" srOnly>
				{ended}
			</Text>
			<ToolProblem problem={problem} />
		</Box>
	);
}
