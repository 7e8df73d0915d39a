import { Box, Button, Field, HStack, Text, Textarea } from "@chakra-ui/react";
import { gitCommitRoute } from "@webhand/contracts/tools/git";
import type { FormEvent } from "react";
import { useState } from "react";
import type { ServerProblem } from "../../../kit/load/problem.ts";
import { problemOf } from "../../../kit/load/problem.ts";
import { ToolProblem } from "../kit/tool-problem.tsx";
import type { Workbench } from "../kit/workbench.ts";
import { changesText } from "./words.ts";

type Props = { readonly bench: Workbench; readonly staged: number };

const messageLimit = 10_000;
/** Characters of a commit's name that tell it from others. */
const shortOid = 8;

/** Commits what is staged, with a message. */
export function CommitForm({ bench, staged }: Props) {
	const text = changesText.git;
	const { api, workspaceId, onChanged } = bench;
	const [message, setMessage] = useState("");
	const [isBusy, setIsBusy] = useState(false);
	const [problem, setProblem] = useState<ServerProblem | null>(null);
	const [told, setTold] = useState("");
	const isReady = staged > 0 && message.trim() !== "";
	const submit = async (event: FormEvent) => {
		event.preventDefault();
		if (!isReady || isBusy) return;
		setIsBusy(true);
		setProblem(null);
		setTold("");
		try {
			const { oid, files } = await api.call(gitCommitRoute, { body: { workspaceId, message: message.trim() } });
			setMessage("");
			setTold(text.committed(oid.slice(0, shortOid), files));
			onChanged();
		} catch (error) {
			setProblem(problemOf(error));
		} finally {
			setIsBusy(false);
		}
	};
	if (staged === 0 && message === "")
		return (
			<Text px="gutter" py="1.5" role="status" textStyle="small" color={told === "" ? "fg.quiet" : "status.completed"}>
				{told === "" ? text.nothingStaged : told}
			</Text>
		);
	return (
		<Box px="gutter" py="2">
			<form onSubmit={(event) => void submit(event)}>
				<Field.Root gap="1">
					<Field.Label textStyle="name">{text.message}</Field.Label>
					<Textarea
						size="sm"
						rows={2}
						dir="auto"
						borderColor="line.strong"
						maxLength={messageLimit}
						value={message}
						onChange={(event) => setMessage(event.target.value)}
					/>
				</Field.Root>
				<HStack mt="1.5" justify="space-between">
					<Text textStyle="small" color="fg.quiet">
						{text.messageHint(staged)}
					</Text>
					<Button type="submit" size="xs" colorPalette="brand" loading={isBusy} aria-label={text.commit} disabled={!isReady}>
						{text.commit}
					</Button>
				</HStack>
			</form>
			<Box mt={problem === null ? "0" : "2"}>
				<ToolProblem problem={problem} />
			</Box>
		</Box>
	);
}
