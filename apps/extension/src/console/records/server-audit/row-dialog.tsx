import { Button, Dialog, Portal, Stack, Text } from "@chakra-ui/react";
import type { UserId } from "@webhand/contracts/ids";
import type { AgentAudit } from "@webhand/contracts/tools/audit";
import { serverAuditText as text } from "../../../text/en/server-audit.ts";
import { formatTime } from "../../../view/words/format.ts";
import { CopyField } from "../../kit/copy-field.tsx";
import type { Fact } from "../../kit/fact-list.tsx";
import { FactList } from "../../kit/fact-list.tsx";
import { StateWord } from "../../kit/list/state-word.tsx";
import type { Names } from "./names.ts";
import { badgeOf } from "./outcome-words.ts";
import { chainOf } from "./server-audit-table.tsx";

type Props = { readonly row: AgentAudit; readonly names: Names; readonly onClose: () => void };

/** All of a row: who, what, who decided, and its place in the chain. */
export function RowDialog({ row, names, onClose }: Props) {
	const { tone, words } = badgeOf(row.outcome);
	const fact = (name: string, value: string | null): readonly Fact[] => (value === null ? [] : [{ name, value }]);
	const facts: readonly Fact[] = [
		...fact(text.columns.at, formatTime(row.timestamp)),
		...fact(text.columns.who, names.people.get(row.user_id as UserId) ?? row.user_id),
		...fact(text.columns.action, row.action),
		{ name: text.columns.outcome, value: <StateWord tone={tone}>{words}</StateWord> },
		...fact(text.facts.kind, text.kinds[row.kind] ?? row.kind),
		...fact(text.facts.approved, row.approved ? text.yes : text.no),
		...fact(text.facts.decidedBy, row.decided_by === null ? null : (text.deciders[row.decided_by] ?? row.decided_by)),
		...fact(text.facts.reason, row.reason),
		...fact(text.facts.chain, chainOf(row, names)),
		...fact(text.facts.session, row.session_id),
		...fact(text.facts.execution, row.execution_id),
	];
	return (
		<Dialog.Root open size="lg" placement="center" scrollBehavior="inside" onOpenChange={({ open }) => (open ? undefined : onClose())}>
			<Portal>
				<Dialog.Backdrop />
				<Dialog.Positioner px="3">
					<Dialog.Content rounded="xl">
						<Dialog.Header px="5" pt="5" pb="2">
							<Dialog.Title textStyle="answer">{text.dialog(row.seq)}</Dialog.Title>
						</Dialog.Header>
						<Dialog.Body px="5" pb="4">
							<Stack gap="4">
								<Text fontWeight="medium" overflowWrap="anywhere" dir="auto">
									{row.target === "" ? text.nothing : row.target}
								</Text>
								<FactList facts={facts} />
								<Stack gap="1">
									<Text color="fg.quiet" fontSize="xs">
										{text.facts.request}
									</Text>
									<CopyField label={text.facts.request} value={row.request_id} copy={text.copyRequest} />
								</Stack>
								<Stack gap="1">
									<Text color="fg.quiet" fontSize="xs">
										{text.facts.hash}
									</Text>
									<CopyField label={text.facts.hash} value={row.hash} copy={text.copyHash} />
								</Stack>
							</Stack>
						</Dialog.Body>
						<Dialog.Footer px="5" pt="0" pb="5">
							<Button type="button" size="sm" variant="outline" onClick={onClose}>
								{text.close}
							</Button>
						</Dialog.Footer>
					</Dialog.Content>
				</Dialog.Positioner>
			</Portal>
		</Dialog.Root>
	);
}
