import { Badge, Box, Button, CloseButton, Drawer, HStack, Input, InputGroup, NativeSelect, Portal, Stack, Text } from "@chakra-ui/react";
import type { Session, SessionStatus } from "@webhand/contracts/chat/sessions";
import { maxTitleCharacters, SessionStatus as Statuses } from "@webhand/contracts/chat/sessions";
import type { SessionId } from "@webhand/contracts/ids";
import { useEffect, useRef, useState } from "react";
import { AlertDialog } from "../../kit/dialogs/alert-dialog.tsx";
import { NameDialog } from "../../kit/dialogs/name-dialog.tsx";
import { SearchIcon } from "../../kit/icons.tsx";
import { Empty, Loading, Notice, Problem } from "../../kit/states.tsx";
import { formatClock } from "../../kit/words/format.ts";
import type { HistoryFilter, HistoryView } from "../panel-props.ts";
import type { ExportFormat } from "../task/export-menu.tsx";
import { SessionList } from "./session-list.tsx";
import { titleParts } from "./sessions.ts";
import { sessionsText } from "./words.ts";

export type HistoryActions = {
	readonly onClose: () => void;
	readonly onQuery: (query: string) => void;
	readonly onFilter: (filter: HistoryFilter) => void;
	readonly onOpen: (session: Session) => void;
	/** `title` is without the prefix of the domain. */
	readonly onRename: (sessionId: SessionId, title: string) => void;
	/** Archives a chat, or brings it back. */
	readonly onArchive: (session: Session) => void;
	readonly onDelete: (sessionId: SessionId) => void;
	readonly onMore: () => void;
	readonly onRetry: () => void;
	readonly onExport: (sessionId: SessionId, format: ExportFormat) => void;
};

type Props = HistoryActions & { readonly history: HistoryView; readonly now: number };

/** The user's chats: search, filter, open, rename, archive, delete. Escape closes it, and the focus goes back. */
export function ChatHistoryDrawer({ history, now, onClose, onQuery, onFilter, ...actions }: Props) {
	const [renamed, setRenamed] = useState<Session | null>(null);
	const [deleted, setDeleted] = useState<Session | null>(null);
	const search = useRef<HTMLInputElement>(null);
	const list = useRef<HTMLDivElement>(null);
	const { filter, state } = history;
	const [archived, setArchived] = useState<Session | null>(null);
	useEffect(() => {
		// A deleted row takes the focus with it.
		if (!history.isOpen) setArchived(null);
		else if (document.activeElement === document.body) search.current?.focus();
	}, [history.isOpen, history.sessions]);
	const onArchive = (session: Session) => {
		setArchived(session.status === "archived" ? null : session);
		actions.onArchive(session);
	};
	return (
		<Drawer.Root
			open={history.isOpen}
			placement="start"
			size="full"
			initialFocusEl={() => search.current}
			onOpenChange={({ open }) => (open ? undefined : onClose())}
		>
			<Portal>
				<Drawer.Backdrop />
				<Drawer.Positioner pe={{ base: "0", sm: "10" }}>
					<Drawer.Content bg="bg.canvas" maxW="30rem">
						<Stack gap="2" px="gutter" pt="2" pb="2" borderBottomWidth="1px" borderColor="line.soft">
							<HStack justify="space-between">
								<Drawer.Title textStyle="answer">{sessionsText.title}</Drawer.Title>
								<Drawer.CloseTrigger asChild position="static">
									<CloseButton size="xs" aria-label={sessionsText.close} />
								</Drawer.CloseTrigger>
							</HStack>
							<InputGroup startElement={<SearchIcon color="fg.quiet" />}>
								<Input
									ref={search}
									type="search"
									size="sm"
									borderColor="line.strong"
									aria-label={sessionsText.search}
									placeholder={sessionsText.search}
									_placeholder={{ color: "fg.quiet" }}
									maxLength={100}
									value={history.query}
									onChange={(event) => onQuery(event.target.value)}
									onKeyDown={(event) => {
										if (event.key !== "ArrowDown") return;
										event.preventDefault();
										list.current?.querySelector<HTMLElement>("[data-row]")?.focus();
									}}
								/>
							</InputGroup>
							<Filters filter={filter} domains={history.domains} onFilter={onFilter} />
						</Stack>
						{state.kind === "offline" ? <Notice>{sessionsText.offlineSince(formatClock(state.at))}</Notice> : null}
						{archived === null ? null : (
							<HStack px="gutter" py="1" justify="space-between" role="status" textStyle="small">
								<Text minW="0" truncate>
									{sessionsText.archived(archived.title)}
								</Text>
								<Button size="2xs" variant="ghost" onClick={() => onArchive({ ...archived, status: "archived" })}>
									{sessionsText.undo}
								</Button>
							</HStack>
						)}
						<Box ref={list} flex="1" overflowY="auto" py="1.5" opacity={state.kind === "offline" ? 0.85 : 1}>
							{history.problem === "" ? null : (
								<Box px="gutter" pb="2">
									<Problem message={history.problem} />
								</Box>
							)}
							<Body history={history} now={now} onRenaming={setRenamed} onDeleting={setDeleted} {...actions} onArchive={onArchive} />
						</Box>
					</Drawer.Content>
				</Drawer.Positioner>
			</Portal>
			{renamed === null ? null : (
				<RenameDialog
					session={renamed}
					onClose={() => setRenamed(null)}
					onRename={(title) => {
						setRenamed(null);
						actions.onRename(renamed.sessionId, title);
					}}
				/>
			)}
			<AlertDialog
				isOpen={deleted !== null}
				title={sessionsText.deleteTitle}
				decline={{ label: sessionsText.keep, onChoose: () => setDeleted(null) }}
				confirm={{
					label: sessionsText.deleteConfirm,
					palette: "red",
					onChoose: () => {
						if (deleted !== null) actions.onDelete(deleted.sessionId);
						setDeleted(null);
					},
				}}
			>
				<Text overflowWrap="anywhere">{sessionsText.deleteText(deleted?.title ?? "")}</Text>
			</AlertDialog>
		</Drawer.Root>
	);
}

type BodyProps = Pick<Props, "history" | "now" | "onOpen" | "onArchive" | "onExport" | "onMore" | "onRetry"> & {
	readonly onRenaming: (session: Session) => void;
	readonly onDeleting: (session: Session) => void;
};

function Body({ history, onMore, onRetry, ...row }: BodyProps) {
	const { sessions, state, query, filter } = history;
	if (state.kind === "error") {
		return (
			<Box px="gutter">
				<Problem message={state.message} requestId={state.requestId} onRetry={onRetry} />
			</Box>
		);
	}
	if (sessions.length === 0) {
		const isNarrowed = filter.status !== "all" || filter.domain !== "";
		if (state.kind === "loading") {
			return (
				<Stack px="gutter" gap="4">
					<Loading lines={2} />
					<Loading lines={2} />
					<Loading lines={2} />
				</Stack>
			);
		}
		return query.trim() !== "" ? (
			<Empty title={sessionsText.nothingFound} hint={sessionsText.nothingFoundHint} />
		) : isNarrowed ? (
			<Empty title={sessionsText.nothingHere} hint={sessionsText.nothingHereHint} />
		) : (
			<Empty title={sessionsText.empty} hint={sessionsText.emptyHint} />
		);
	}
	return (
		<>
			<SessionList sessions={sessions} currentId={history.currentId} isOffline={state.kind === "offline"} query={query} {...row} />
			{history.hasMore && state.kind !== "offline" ? (
				<Box px="gutter" pt="1">
					<Button size="xs" variant="ghost" w="full" loading={state.kind === "loading"} aria-label={sessionsText.more} onClick={onMore}>
						{sessionsText.more}
					</Button>
				</Box>
			) : null}
		</>
	);
}

type FiltersProps = Pick<Props, "onFilter"> & Pick<HistoryView, "filter" | "domains">;

function Filters({ filter, domains, onFilter }: FiltersProps) {
	const statuses: readonly (SessionStatus | "all")[] = ["all", ...Statuses.options];
	return (
		<HStack gap="2" wrap="wrap">
			<NativeSelect.Root size="xs" flex="1 1 7rem" minW="0">
				<NativeSelect.Field
					aria-label={sessionsText.byStatus}
					value={filter.status}
					onChange={({ target: { value } }) => onFilter({ ...filter, status: statuses.find((status) => status === value) ?? "all" })}
				>
					{statuses.map((status) => (
						<option key={status} value={status}>
							{status === "all" ? sessionsText.allStatuses : sessionsText.status[status]}
						</option>
					))}
				</NativeSelect.Field>
				<NativeSelect.Indicator />
			</NativeSelect.Root>
			<NativeSelect.Root size="xs" flex="1 1 7rem" minW="0">
				<NativeSelect.Field
					aria-label={sessionsText.bySite}
					value={filter.domain}
					onChange={({ target: { value } }) => onFilter({ ...filter, domain: value })}
				>
					<option value="">{sessionsText.allSites}</option>
					{domains.map((domain) => (
						<option key={domain} value={domain}>
							{domain}
						</option>
					))}
				</NativeSelect.Field>
				<NativeSelect.Indicator />
			</NativeSelect.Root>
		</HStack>
	);
}

type RenameDialogProps = { readonly session: Session; readonly onRename: (title: string) => void; readonly onClose: () => void };

/** Renames a chat. The prefix of its domain stands outside the field and is kept. */
function RenameDialog({ session, onRename, onClose }: RenameDialogProps) {
	const { prefix, title } = titleParts(session);
	return (
		<NameDialog
			title={sessionsText.renameTitle}
			label={sessionsText.name}
			initial={title}
			confirm={sessionsText.rename}
			maxLength={maxTitleCharacters}
			onName={onRename}
			onClose={onClose}
			hint={prefix === "" ? undefined : sessionsText.prefixHint(prefix)}
			lead={
				prefix === "" ? null : (
					<Badge size="sm" variant="surface" alignSelf="start" maxW="full" title={sessionsText.prefixHint(prefix)}>
						{prefix}
					</Badge>
				)
			}
		/>
	);
}
