import { Box, Button, Flex, Text } from "@chakra-ui/react";
import { commandsRoute } from "@webhand/contracts/tools/commands";
import type { ExecutionId } from "@webhand/contracts/tools/executions";
import { execRoute, executionsRoute } from "@webhand/contracts/tools/executions";
import { useEffect, useRef, useState } from "react";
import type { Pages } from "../../../kit/load/queries.ts";
import { usePages, useReply, useSubmit } from "../../../kit/load/queries.ts";
import { Empty } from "../../../kit/states.tsx";
import { MoreRows } from "../../kit/more-rows.tsx";
import { SmallHead } from "../kit/small-head.tsx";
import { ToolLoad } from "../kit/tool-load.tsx";
import { ToolProblem } from "../kit/tool-problem.tsx";
import { toolSentence } from "../kit/tool-sentence.ts";
import type { Workbench } from "../kit/workbench.ts";
import { TerminalOutput } from "../terminal/terminal-output.tsx";
import { toolsText } from "../words.ts";
import { AllowedCommands } from "./allowed-commands.tsx";
import { CommandForm } from "./command-form.tsx";
import type { ExecutionRow } from "./execution-list.tsx";
import { ExecutionList } from "./execution-list.tsx";
import { McpTools } from "./mcp-tools.tsx";
import { joinCommand } from "./split-command.ts";
import { commandsText } from "./words.ts";

type Props = { readonly bench: Workbench };
type Opened = { readonly id: ExecutionId; readonly argv: readonly string[] };

/** Commands of a workspace: a field, those that ran, and those that may run. */
export function CommandsPanel({ bench }: Props) {
	const text = commandsText;
	const { api, workspaceId, version, onChanged } = bench;
	const [typed, setTyped] = useState("");
	const [opened, setOpened] = useState<Opened | null>(null);
	const { submit, isBusy, problem } = useSubmit(async ({ argv, cwd }: { readonly argv: readonly string[]; readonly cwd: string }) => {
		// A press of the button is one command, however often its request is sent.
		const headers = { "idempotency-key": crypto.randomUUID() };
		const { executionId } = await api.call(execRoute, { body: { workspaceId, argv: [...argv], cwd, waitMs: 0 }, headers });
		setOpened({ id: executionId, argv });
	});
	const field = useRef<HTMLTextAreaElement>(null);
	const allowed = useReply(api, commandsRoute, { query: { workspaceId } });
	// A command that was run makes the list old.
	const ran = usePages(["executions", workspaceId, version], async (cursor, signal) => {
		const { executions, nextCursor } = await api.call(executionsRoute, { query: { limit: 20, cursor }, signal });
		return { rows: executions.filter((one) => one.workspaceId === workspaceId), nextCursor, total: null };
	});
	const isNoneAllowed = allowed.value?.commands.length === 0;
	const use = (words: readonly string[]) => {
		setTyped(joinCommand(words));
		setOpened(null);
	};
	useEffect(() => (typed !== "" && opened === null ? field.current?.focus() : undefined), [typed, opened]);
	const back = () => {
		setOpened(null);
		// What it wrote makes files and changes old.
		onChanged();
	};
	if (opened !== null) return <TerminalOutput key={opened.id} api={api} id={opened.id} argv={opened.argv} onBack={back} onAgain={use} />;
	return (
		<Flex direction="column" flex="1" minH="0" overflowY="auto" pb="3">
			{isNoneAllowed ? (
				<Empty title={text.noneAllowed} hint={text.noneAllowedHint} />
			) : (
				<CommandForm field={field} typed={typed} onTyped={setTyped} isBusy={isBusy} onRun={(argv, cwd) => void submit({ argv, cwd })} />
			)}
			{problem === null ? null : (
				<Box px="gutter" pb="2">
					<ToolProblem problem={problem} />
				</Box>
			)}
			<EarlierCommands pages={ran} onOpen={({ executionId, argv }) => setOpened({ id: executionId, argv })} />
			{isNoneAllowed ? null : <SmallHead title={text.allowed} />}
			<ToolLoad loaded={allowed}>
				{({ commands }) =>
					commands.length === 0 ? null : (
						<>
							<Text px="gutter" textStyle="small" color="fg.quiet">
								{text.allowedHint}
							</Text>
							<AllowedCommands commands={commands} onUse={use} />
						</>
					)
				}
			</ToolLoad>
			<McpTools bench={bench} />
		</Flex>
	);
}

type EarlierProps = { readonly pages: Pages<ExecutionRow>; readonly onOpen: (row: ExecutionRow) => void };

function EarlierCommands({ pages, onOpen }: EarlierProps) {
	const text = commandsText;
	return (
		<>
			<SmallHead title={text.earlier}>
				<Button size="2xs" variant="ghost" loading={pages.loaded.isLoading} aria-label={toolsText.reload} onClick={pages.loaded.retry}>
					{toolsText.reload}
				</Button>
			</SmallHead>
			<ToolLoad loaded={pages.loaded} lines={2}>
				{({ rows }) => (
					<>
						{rows.length === 0 ? (
							<Text px="gutter" pb="1" textStyle="small" color="fg.quiet">
								{text.noneRun}
							</Text>
						) : (
							<ExecutionList rows={rows} onOpen={onOpen} />
						)}
						<MoreRows pages={pages} sentenceOf={toolSentence} />
					</>
				)}
			</ToolLoad>
		</>
	);
}
