import { Box, Button, Flex, HStack, Text } from "@chakra-ui/react";
import type { ReplyOf } from "@webhand/contracts/routes";
import { gitAddRoute, gitStatusRoute } from "@webhand/contracts/tools/git";
import { BranchIcon } from "../../../kit/icons.tsx";
import { useLoaded, useSubmit } from "../../../kit/load/queries.ts";
import { Empty } from "../../../kit/states.tsx";
import { SmallHead } from "../kit/small-head.tsx";
import { ToolLoad } from "../kit/tool-load.tsx";
import { ToolProblem } from "../kit/tool-problem.tsx";
import { toolSentence } from "../kit/tool-sentence.ts";
import type { Workbench } from "../kit/workbench.ts";
import { toolsText } from "../words.ts";
import { ChangeList } from "./change-list.tsx";
import { CommitForm } from "./commit-form.tsx";
import { CommitLog } from "./commit-log.tsx";
import { groupsOf } from "./git-groups.ts";
import { changesText } from "./words.ts";

type Props = { readonly bench: Workbench; readonly onFile: (path: string) => void };

type Status = ReplyOf<typeof gitStatusRoute>;

/** Git of a workspace: what changed, staging, a commit, and the last commits. */
export function ChangesPanel({ bench, onFile }: Props) {
	const text = changesText.git;
	const { api, workspaceId, version, canWrite, onChanged } = bench;
	// A change of a file makes the state old.
	const status = useLoaded(["status", workspaceId, version], (signal) => api.call(gitStatusRoute, { query: { workspaceId }, signal }));
	const { submit, isBusy, problem } = useSubmit(async (paths: readonly string[]) => {
		await api.call(gitAddRoute, { body: { workspaceId, paths: [...paths] } });
		onChanged();
	});
	const stage = async (paths: readonly string[]) => void (await submit(paths));
	if (status.value === null && status.problem?.code === "NOT_A_REPOSITORY" && !status.isLoading)
		return (
			<Empty
				title={text.notRepository}
				hint={status.problem.details["reason"] === "elsewhere" ? toolSentence(status.problem) : text.notRepositoryHint}
			/>
		);
	if (status.value === null && status.problem !== null && ["SANDBOX_UNAVAILABLE", "PROGRAM_MISSING"].includes(status.problem.code))
		return (
			<Empty title={text.off} hint={toolSentence(status.problem)}>
				<Button size="xs" variant="outline" mt="2" loading={status.isLoading} onClick={status.retry}>
					{toolsText.retry}
				</Button>
			</Empty>
		);
	return (
		<Flex direction="column" flex="1" minH="0" overflowY="auto" pb="3">
			<ToolLoad loaded={status}>
				{(value) => {
					const { staged, unstaged, conflicts } = groupsOf(value.entries);
					const row = { bench, onFile, isBusy, onStage: canWrite ? stage : undefined };
					return (
						<>
							<BranchLine status={value} isLoading={status.isLoading} onReload={onChanged} />
							{problem === null ? null : (
								<Box px="gutter" py="1">
									<ToolProblem problem={problem} />
								</Box>
							)}
							{value.entries.length > 0 ? null : (
								<Empty title={text.clean} hint={value.clean ? text.cleanHint : text.submodulesHint(value.submodules)} />
							)}
							<ChangeList title={text.conflicts} rows={conflicts} isStaged={false} {...row} />
							<ChangeList title={text.staged} rows={staged} isStaged {...row} onStage={undefined} />
							<ChangeList title={text.unstaged} rows={unstaged} isStaged={false} {...row} />
							{value.truncated ? (
								<Text px="gutter" textStyle="small" color="fg.quiet">
									{text.truncated}
								</Text>
							) : null}
							{canWrite ? <CommitForm bench={bench} staged={staged.length} /> : null}
							<SmallHead title={text.log} />
							<CommitLog bench={bench} />
						</>
					);
				}}
			</ToolLoad>
		</Flex>
	);
}

type BranchProps = { readonly status: Status; readonly isLoading: boolean; readonly onReload: () => void };

function BranchLine({ status, isLoading, onReload }: BranchProps) {
	const text = changesText.git;
	const { branch, oid, ahead, behind } = status;
	const facts = [oid === null ? text.firstCommit : "", ahead > 0 ? text.ahead(ahead) : "", behind > 0 ? text.behind(behind) : ""].filter(
		(fact) => fact !== "",
	);
	return (
		<HStack px="gutter" py="1.5" gap="1.5" minW="0">
			<BranchIcon color="fg.quiet" />
			<Text fontWeight="medium" truncate aria-label={text.branch(branch ?? text.detached)} role="note">
				<bdi>{branch ?? text.detached}</bdi>
			</Text>
			<Text textStyle="small" color="fg.quiet" flex="1" minW="0" truncate>
				{facts.join(" · ")}
			</Text>
			<Button size="2xs" variant="ghost" loading={isLoading} aria-label={toolsText.reload} onClick={onReload}>
				{toolsText.reload}
			</Button>
		</HStack>
	);
}
