import { Button, Field, Flex, HStack, Text, Textarea } from "@chakra-ui/react";
import type { PatchedFile } from "@webhand/contracts/tools/files";
import { fileLimits, patchFilesRoute } from "@webhand/contracts/tools/files";
import { useEffect, useRef, useState } from "react";
import type { ServerProblem } from "../../../kit/load/problem.ts";
import { problemOf } from "../../../kit/load/problem.ts";
import { DiffList } from "../diff/diff-viewer.tsx";
import { ToolProblem } from "../kit/tool-problem.tsx";
import type { Workbench } from "../kit/workbench.ts";
import { changesText } from "./words.ts";

type Props = { readonly bench: Workbench; readonly onChanges: () => void };

type Shown = { readonly kind: "typing" } | { readonly kind: "preview" | "applied"; readonly files: readonly PatchedFile[] };

/** Applies a pasted patch: first it is shown as a diff of what stands on the server, then it is written, all files or none. */
export function PatchPanel({ bench, onChanges }: Props) {
	const text = changesText.patch;
	const { api, workspaceId, onChanged } = bench;
	const [patch, setPatch] = useState("");
	const [shown, setShown] = useState<Shown>({ kind: "typing" });
	const [isBusy, setIsBusy] = useState(false);
	const [problem, setProblem] = useState<ServerProblem | null>(null);
	const abort = useRef(new AbortController());
	useEffect(() => () => abort.current.abort(), []);
	const send = async (expectedHashes: Record<string, string> | null) => {
		setIsBusy(true);
		setProblem(null);
		const dryRun = expectedHashes === null;
		try {
			// What is applied stands on the files that were shown.
			const body = { workspaceId, patch, dryRun, ...(dryRun ? {} : { expectedHashes }) };
			const { files } = await api.call(patchFilesRoute, { body, ...(dryRun ? { signal: abort.current.signal } : {}) });
			setShown({ kind: dryRun ? "preview" : "applied", files });
			if (!dryRun) onChanged();
		} catch (error) {
			if (!abort.current.signal.aborted) setProblem(problemOf(error));
		} finally {
			setIsBusy(false);
		}
	};
	const again = (kept: string) => {
		setPatch(kept);
		setProblem(null);
		setShown({ kind: "typing" });
	};
	if (shown.kind === "typing")
		return (
			<Flex direction="column" gap="2" flex="1" minH="0" overflowY="auto" px="gutter" py="2.5">
				<Field.Root gap="1" flex="1" minH="8rem">
					<Field.Label textStyle="name">{text.label}</Field.Label>
					<Textarea
						flex="1"
						resize="none"
						size="sm"
						borderColor="line.strong"
						fontFamily="mono"
						textStyle="small"
						spellCheck={false}
						autoCapitalize="off"
						dir="ltr"
						placeholder={text.placeholder}
						_placeholder={{ color: "fg.quiet" }}
						maxLength={fileLimits.patch}
						value={patch}
						onChange={(event) => setPatch(event.target.value)}
					/>
				</Field.Root>
				<ToolProblem problem={problem} />
				<HStack justify="space-between" wrap="wrap">
					<Text textStyle="small" color="fg.quiet" flex="1 1 10rem">
						{text.hint}
					</Text>
					<Button
						size="xs"
						colorPalette="brand"
						loading={isBusy}
						aria-label={text.preview}
						disabled={patch.trim() === ""}
						onClick={() => void send(null)}
					>
						{text.preview}
					</Button>
				</HStack>
			</Flex>
		);
	const { kind, files } = shown;
	const diffs = files.map((file) => ({ ...file, note: file.fuzz === null ? undefined : changesText.diff.fuzz }));
	return (
		<>
			<Flex direction="column" gap="2" flex="1" minH="0" overflowY="auto" px="gutter" py="2.5">
				<Text fontWeight="semibold" role="status" color={kind === "applied" ? "status.completed" : "fg"}>
					{kind === "applied" ? text.applied(files.length) : text.title}
				</Text>
				<ToolProblem problem={problem} />
				<DiffList label={text.files} diffs={diffs} />
			</Flex>
			<HStack px="gutter" py="2" justify="end" wrap="wrap" borderTopWidth="1px" borderColor="line.soft" flexShrink="0">
				{kind === "applied" ? (
					<>
						<Button size="xs" variant="ghost" onClick={() => again("")}>
							{text.another}
						</Button>
						<Button size="xs" variant="outline" autoFocus onClick={onChanges}>
							{text.toChanges}
						</Button>
					</>
				) : (
					<>
						<Button size="xs" variant="outline" onClick={() => again(patch)}>
							{text.back}
						</Button>
						<Button
							size="xs"
							colorPalette="brand"
							autoFocus
							loading={isBusy}
							aria-label={text.apply}
							onClick={() => void send(hashesOf(files))}
						>
							{text.apply}
						</Button>
					</>
				)}
			</HStack>
		</>
	);
}

function hashesOf(files: readonly PatchedFile[]): Record<string, string> {
	return Object.fromEntries(files.flatMap(({ path, previousHash }) => (previousHash === null ? [] : [[path, previousHash]])));
}
