import { Box, Button, Field, HStack, Text, Textarea } from "@chakra-ui/react";
import { gitCommitRoute } from "@webhand/contracts/tools/git";
import type { FormEvent } from "react";
import { useState } from "react";
import { useSubmit } from "../../../kit/load/queries.ts";
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
	const isReady = staged > 0 && message.trim() !== "";
	const commit = useSubmit(async () => {
		const { oid, files } = await api.call(gitCommitRoute, { body: { workspaceId, message: message.trim() } });
		setMessage("");
		onChanged();
		return text.committed(oid.slice(0, shortOid), files);
	});
	const { isBusy, problem, done: told } = commit;
	const submit = (event: FormEvent) => {
		event.preventDefault();
		if (isReady && !isBusy) void commit.submit();
	};
	if (staged === 0 && message === "")
		return (
			<Text px="gutter" py="1.5" role="status" textStyle="small" color={told === null ? "fg.quiet" : "status.completed"}>
				{told ?? text.nothingStaged}
			</Text>
		);
	return (
		<Box px="gutter" py="2">
			<form onSubmit={submit}>
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
