import { Box, Button, HStack, IconButton, Menu, Portal, Text } from "@chakra-ui/react";
import type { AgentSessionRow } from "@webhand/contracts/tools/sessions";
import type { KeyboardEvent } from "react";
import { MoreIcon, PencilIcon, TrashIcon } from "../../../kit/icons.tsx";
import { formatTime } from "../../../kit/words/format.ts";
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
	const onKeyDown = (event: KeyboardEvent) => {
		if (actions === undefined || (event.key !== "F2" && event.key !== "Delete")) return;
		event.preventDefault();
		(event.key === "F2" ? actions.onRename : actions.onDelete)();
	};
	return (
		<HStack
			role="listitem"
			gap="0"
			rounded="lg"
			bg={isCurrent ? "brand.subtle" : "transparent"}
			_hover={{ bg: isCurrent ? "brand.subtle" : "bg.hover" }}
		>
			<Button
				data-row
				variant="plain"
				flex="1"
				minW="0"
				h="auto"
				px="2"
				py="line"
				rounded="lg"
				justifyContent="start"
				textAlign="start"
				fontWeight="normal"
				whiteSpace="normal"
				{...(isCurrent ? { "aria-current": "true" as const } : {})}
				onClick={onOpen}
				onKeyDown={onKeyDown}
			>
				<Box as="span" flex="1" minW="0">
					<Text as="span" display="block" fontWeight="medium" lineClamp="2" overflowWrap="anywhere" dir="auto">
						{title}
					</Text>
					<HStack as="span" gap="1.5" rowGap="0" wrap="wrap" textStyle="small" color="fg.quiet" mt="0.5">
						<Text as="span" color={colors[row.status]}>
							{isCurrent ? text.current : text.status[row.status]}
						</Text>
						{facts.map((fact) => (
							<Text as="span" key={fact}>
								{fact}
							</Text>
						))}
					</HStack>
				</Box>
			</Button>
			{actions === undefined ? null : <RowMenu title={title} {...actions} />}
		</HStack>
	);
}

type MenuProps = NonNullable<Props["actions"]> & { readonly title: string };

function RowMenu({ title, onRename, onDelete }: MenuProps) {
	const text = historyText;
	return (
		<Menu.Root positioning={{ placement: "bottom-end" }} lazyMount>
			<Menu.Trigger asChild>
				<IconButton size="2xs" boxSize="7" me="1" variant="ghost" color="fg.quiet" aria-label={text.actionsOf(title)}>
					<MoreIcon />
				</IconButton>
			</Menu.Trigger>
			<Portal>
				<Menu.Positioner>
					<Menu.Content borderWidth="1px" borderColor="line.soft" rounded="lg">
						<Menu.Item value="rename" onSelect={onRename}>
							<PencilIcon />
							{text.rename}
						</Menu.Item>
						<Menu.Item value="delete" color="status.failed" onSelect={onDelete}>
							<TrashIcon />
							{text.delete}
						</Menu.Item>
					</Menu.Content>
				</Menu.Positioner>
			</Portal>
		</Menu.Root>
	);
}
