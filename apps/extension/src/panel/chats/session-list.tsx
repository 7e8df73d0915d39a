import { Badge, Box, Button, HStack, IconButton, Mark, Menu, Portal, Text } from "@chakra-ui/react";
import type { Session } from "@webhand/contracts/chat/sessions";
import type { KeyboardEvent } from "react";
import { ArchiveIcon, ExportIcon, MoreIcon, PencilIcon, TrashIcon } from "../../kit/icons.tsx";
import type { ExportFormat } from "../task/export-menu.tsx";
import { ageOf, splitAt, titleParts } from "./sessions.ts";
import { sessionsText } from "./words.ts";

type RowActions = {
	readonly onOpen: (session: Session) => void;
	readonly onRenaming: (session: Session) => void;
	readonly onArchive: (session: Session) => void;
	readonly onDeleting: (session: Session) => void;
	readonly onExport: (sessionId: Session["sessionId"], format: ExportFormat) => void;
};

type Props = RowActions & {
	readonly sessions: readonly Session[];
	readonly currentId: string | null;
	readonly isOffline: boolean;
	readonly query: string;
	readonly now: number;
};

/** The chats; arrow keys move, Enter opens, F2 renames, Delete asks. */
export function SessionList({ sessions, ...row }: Props) {
	const move = (event: KeyboardEvent<HTMLElement>) => {
		const rows = [...event.currentTarget.querySelectorAll<HTMLElement>("[data-row]")];
		const focused = document.activeElement;
		const index = focused instanceof HTMLElement ? rows.indexOf(focused) : -1;
		if (index === -1) return;
		const next = { ArrowDown: index + 1, ArrowUp: index - 1, Home: 0, End: rows.length - 1 }[event.key];
		if (next === undefined) return;
		event.preventDefault();
		rows[Math.min(Math.max(next, 0), rows.length - 1)]?.focus();
	};
	return (
		<Box role="list" aria-label={sessionsText.title} px="1.5" onKeyDown={move}>
			{sessions.map((session) => (
				<SessionRow key={session.sessionId} session={session} {...row} />
			))}
		</Box>
	);
}

const colors = {
	active: "status.running",
	completed: "status.completed",
	failed: "status.failed",
	interrupted: "status.stopped",
	archived: "fg.quiet",
} satisfies Record<Session["status"], string>;

type RowProps = Omit<Props, "sessions"> & { readonly session: Session };

function SessionRow({ session, currentId, isOffline, query, now, onOpen, ...actions }: RowProps) {
	const { prefix, title } = titleParts(session);
	const isCurrent = session.sessionId === currentId;
	const onKeyDown = (event: KeyboardEvent) => {
		if (isOffline || (event.key !== "F2" && event.key !== "Delete")) return;
		event.preventDefault();
		(event.key === "F2" ? actions.onRenaming : actions.onDeleting)(session);
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
				textAlign="start"
				fontWeight="normal"
				whiteSpace="normal"
				disabled={isOffline}
				_disabled={{ opacity: 1, cursor: "default" }}
				{...(isCurrent ? { "aria-current": "true" as const } : {})}
				onClick={() => onOpen(session)}
				onKeyDown={onKeyDown}
			>
				<Box as="span" flex="1" minW="0">
					<Text as="span" display="block" textStyle="body" fontWeight="medium" lineClamp="2" overflowWrap="anywhere" title={session.title}>
						<Found in={title} query={query} />
					</Text>
					<HStack as="span" columnGap="1.5" rowGap="0" wrap="wrap" textStyle="small" color="fg.quiet" mt="0.5" minW="0">
						{prefix === "" ? null : (
							<Badge size="xs" variant="surface" minW="0" maxW="full" flexShrink="1" title={prefix}>
								<Text as="span" truncate>
									{prefix}
								</Text>
							</Badge>
						)}
						<Text as="span" color={colors[session.status]} flexShrink="0">
							{sessionsText.status[session.status]}
						</Text>
						<Text as="span" flexShrink="0" title={new Date(session.updatedAt).toLocaleString()}>
							{ageOf(session.updatedAt, now)}
						</Text>
					</HStack>
					{session.match === undefined || session.title.includes(session.match.snippet) ? null : (
						<Text
							as="span"
							display="block"
							textStyle="small"
							color="fg.quiet"
							mt="0.5"
							lineClamp="2"
							overflowWrap="anywhere"
							title={session.match.snippet}
						>
							<Found in={session.match.snippet} query={query} />
						</Text>
					)}
				</Box>
			</Button>
			{isOffline ? null : <RowMenu session={session} {...actions} />}
		</HStack>
	);
}

function RowMenu({ session, onRenaming, onArchive, onDeleting, onExport }: Omit<RowActions, "onOpen"> & { readonly session: Session }) {
	return (
		<Menu.Root positioning={{ placement: "bottom-end" }} lazyMount>
			<Menu.Trigger asChild>
				<IconButton size="2xs" boxSize="7" me="1" variant="ghost" color="fg.quiet" aria-label={sessionsText.actionsOf(session.title)}>
					<MoreIcon />
				</IconButton>
			</Menu.Trigger>
			<Portal>
				<Menu.Positioner>
					<Menu.Content borderWidth="1px" borderColor="line.soft" rounded="lg">
						<Menu.Item value="rename" onSelect={() => onRenaming(session)}>
							<PencilIcon />
							{sessionsText.rename}
						</Menu.Item>
						<Menu.Item value="archive" onSelect={() => onArchive(session)}>
							<ArchiveIcon />
							{session.status === "archived" ? sessionsText.restore : sessionsText.archive}
						</Menu.Item>
						<Menu.Item value="markdown" onSelect={() => onExport(session.sessionId, "markdown")}>
							<ExportIcon />
							{sessionsText.exportMarkdown}
						</Menu.Item>
						<Menu.Item value="json" onSelect={() => onExport(session.sessionId, "json")}>
							<ExportIcon />
							{sessionsText.exportJson}
						</Menu.Item>
						<Menu.Item value="delete" color="status.failed" onSelect={() => onDeleting(session)}>
							<TrashIcon />
							{sessionsText.delete}
						</Menu.Item>
					</Menu.Content>
				</Menu.Positioner>
			</Portal>
		</Menu.Root>
	);
}

/** A text with the searched words marked. */
function Found({ in: content, query }: { readonly in: string; readonly query: string }) {
	return splitAt(content, query).map((part, index) =>
		index % 2 === 0 ? (
			part
		) : (
			<Mark key={`${index + 1}`} bg="bg.note" color="fg.note" rounded="xs">
				{part}
			</Mark>
		),
	);
}
