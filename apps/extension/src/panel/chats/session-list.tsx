import { Badge, Mark, Text } from "@chakra-ui/react";
import type { Session } from "@webhand/contracts/chat/sessions";
import type { RowAction } from "../../kit/controls/row-menu.tsx";
import { ArchiveIcon, ExportIcon, PencilIcon, TrashIcon } from "../../kit/icons.tsx";
import { formatTime } from "../../kit/words/format.ts";
import { ListRow, RowList } from "../kit/list-row.tsx";
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
	return (
		<RowList label={sessionsText.title}>
			{sessions.map((session) => (
				<SessionRow key={session.sessionId} session={session} {...row} />
			))}
		</RowList>
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
	return (
		<ListRow
			title={<Found in={title} query={query} />}
			wholeTitle={session.title}
			facts={
				<>
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
					<Text as="span" flexShrink="0" title={formatTime(session.updatedAt)}>
						{ageOf(session.updatedAt, now)}
					</Text>
				</>
			}
			isCurrent={session.sessionId === currentId}
			isDisabled={isOffline}
			onOpen={() => onOpen(session)}
			menu={sessionsText.actionsOf(session.title)}
			actions={isOffline ? [] : actionsOf(session, actions)}
		>
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
		</ListRow>
	);
}

function actionsOf(session: Session, { onRenaming, onArchive, onExport, onDeleting }: Omit<RowActions, "onOpen">): readonly RowAction[] {
	const { sessionId, status } = session;
	const archive = status === "archived" ? sessionsText.restore : sessionsText.archive;
	return [
		{ label: sessionsText.rename, icon: <PencilIcon />, key: "F2", onChoose: () => onRenaming(session) },
		{ label: archive, icon: <ArchiveIcon />, onChoose: () => onArchive(session) },
		{ label: sessionsText.exportMarkdown, icon: <ExportIcon />, onChoose: () => onExport(sessionId, "markdown") },
		{ label: sessionsText.exportJson, icon: <ExportIcon />, onChoose: () => onExport(sessionId, "json") },
		{
			label: sessionsText.delete,
			icon: <TrashIcon />,
			isHarmful: true,
			key: "Delete",
			onChoose: () => onDeleting(session),
		},
	];
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
