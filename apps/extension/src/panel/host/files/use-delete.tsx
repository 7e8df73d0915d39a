import { Progress, Stack, Text } from "@chakra-ui/react";
import type { Deletion, FileEntry } from "@webhand/contracts/tools/files";
import { deleteFileRoute, deletionRoute } from "@webhand/contracts/tools/files";
import type { ReactNode } from "react";
import { useState } from "react";
import { AlertDialog } from "../../../kit/dialogs/alert-dialog.tsx";
import type { ServerProblem } from "../../../kit/load/problem.ts";
import { problemOf } from "../../../kit/load/problem.ts";
import { usePolling } from "../../../kit/load/use-polling.ts";
import { ToolProblem } from "../kit/tool-problem.tsx";
import type { Workbench } from "../kit/workbench.ts";
import { nameOf } from "./paths.ts";
import { filesText } from "./words.ts";

type Deleted = Pick<FileEntry, "path" | "type">;

const progressMs = 1_000;

/** Asks before something is deleted, deletes it, and tells how many entries went, also while it goes on in the background. */
export function useDelete({ api, workspaceId, onChanged }: Workbench, onGone: (path: string) => void) {
	const [asked, setAsked] = useState<Deleted | null>(null);
	const [isBusy, setIsBusy] = useState(false);
	const [problem, setProblem] = useState<ServerProblem | null>(null);
	const [told, setTold] = useState("");
	const [running, setRunning] = useState<Deletion | null>(null);
	const name = nameOf(asked?.path ?? "");

	usePolling({
		isOn: running?.state === "running",
		everyMs: progressMs,
		poll: async (signal) => {
			if (running === null) return;
			const now = await api.call(deletionRoute, { params: { deletionId: running.id }, query: { workspaceId }, signal });
			setRunning(now.state === "done" ? null : now);
			if (now.state === "running") return;
			if (now.state === "done") setTold(filesText.deleted(nameOf(now.path), now.entriesDeleted));
			onChanged();
		},
	});
	const confirm = async ({ path, type }: Deleted) => {
		setIsBusy(true);
		setProblem(null);
		try {
			const { entriesDeleted, deletionId } = await api.call(deleteFileRoute, { body: { workspaceId, path, recursive: type === "dir" } });
			if (deletionId === null) setTold(filesText.deleted(nameOf(path), entriesDeleted));
			else setRunning({ id: deletionId, path, state: "running", entriesDeleted, entries: entriesDeleted, error: null });
			setAsked(null);
			onGone(path);
			onChanged();
		} catch (error) {
			setProblem(problemOf(error));
		} finally {
			setIsBusy(false);
		}
	};
	const dialog = (
		<AlertDialog
			isOpen={asked !== null}
			title={filesText.deleteTitle(name)}
			decline={{ label: filesText.keep, isDisabled: isBusy, onChoose: () => setAsked(null) }}
			confirm={{
				label: filesText.delete,
				palette: "red",
				isBusy,
				isDisabled: isBusy,
				onChoose: () => void (asked === null ? undefined : confirm(asked)),
			}}
		>
			<Stack gap="2">
				<Text overflowWrap="anywhere">{asked?.type === "dir" ? filesText.deleteFolder : filesText.deleteFile}</Text>
				<ToolProblem problem={problem} />
			</Stack>
		</AlertDialog>
	);
	const ask = (entry: Deleted) => {
		setTold("");
		setProblem(null);
		setAsked(entry);
	};
	return { ask, told, setTold, dialog, progress: running === null ? null : <DeletionProgress deletion={running} /> };
}

function DeletionProgress({ deletion }: { readonly deletion: Deletion }): ReactNode {
	const { state, entriesDeleted, entries, error } = deletion;
	if (state === "failed") return <Text color="fg.error">{filesText.deletionFailed(error?.message ?? "", entriesDeleted)}</Text>;
	const label = filesText.deleting(entriesDeleted, Math.max(entries, entriesDeleted));
	return (
		<Progress.Root size="xs" value={entriesDeleted} max={Math.max(entries, entriesDeleted, 1)} aria-label={label}>
			<Progress.Label textStyle="small">{label}</Progress.Label>
			<Progress.Track>
				<Progress.Range />
			</Progress.Track>
		</Progress.Root>
	);
}
