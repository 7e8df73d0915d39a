import { Text } from "@chakra-ui/react";
import type { AgentSessionRow } from "@webhand/contracts/tools/sessions";
import type { RowAction } from "../../../kit/controls/row-menu.tsx";
import { PencilIcon, TrashIcon } from "../../../kit/icons.tsx";
import { formatTime } from "../../../kit/words/format.ts";
import { ListRow } from "../../kit/list-row.tsx";
import { isTask } from "../tasks/is-task.ts";
import { historyText } from "./words.ts";

const colors = {
	idle: "fg.quiet",
	running: "status.running",
	waiting_approval: "status.waiting",
	complete: "status.completed",
	error: "status.failed",
	cancelled: "status.stopped",
} satisfies Record<AgentSessionRow["status"], string>;

type Props = {
	readonly row: AgentSessionRow;
	/** The session of this sign-in. */
	readonly isCurrent?: boolean;
	/** The name of its workspace; "" where that is known. */
	readonly place: string;
	readonly onOpen: () => void;
	readonly actions?: { readonly onRename: () => void; readonly onDelete: () => void };
};

/** A session in a list: title, status, facts; F2 renames and Delete deletes where that is possible. */
export function SessionRow({ row, isCurrent = false, place, onOpen, actions }: Props) {
	const text = historyText;
	const title = row.title || row.task || text.untitled;
	const facts = [isTask(row) ? text.task : "", place, text.calls(row.toolCallCount), formatTime(row.updatedAt)].filter(
		(fact) => fact !== "",
	);
	return (
		<ListRow
			title={title}
			facts={
				<>
					<Text as="span" color={colors[row.status]}>
						{isCurrent ? text.current : text.status[row.status]}
					</Text>
					{facts.map((fact) => (
						<Text as="span" key={fact}>
							{fact}
						</Text>
					))}
				</>
			}
			isCurrent={isCurrent}
			onOpen={onOpen}
			menu={text.actionsOf(title)}
			actions={actions === undefined ? [] : actionsOf(actions)}
		/>
	);
}

function actionsOf({ onRename, onDelete }: NonNullable<Props["actions"]>): readonly RowAction[] {
	return [
		{ label: historyText.rename, icon: <PencilIcon />, key: "F2", onChoose: onRename },
		{ label: historyText.delete, icon: <TrashIcon />, isHarmful: true, key: "Delete", onChoose: onDelete },
	];
}
