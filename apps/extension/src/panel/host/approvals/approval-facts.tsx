import { Box, Button, Stack, Text } from "@chakra-ui/react";
import type { PendingApproval } from "@webhand/contracts/tools/approvals";
import type { ReactNode } from "react";
import { useState } from "react";
import { DiffList } from "../diff/diff-viewer.tsx";
import { JsonPreview } from "../history/json-preview.tsx";
import { toolWords } from "../history/tool-calls.ts";
import { HiddenMarks } from "../kit/hidden-marks.tsx";
import { CommandWords } from "../terminal/command-words.tsx";
import { foldedText, isOwnTool, limitsOf, shownArguments } from "./shown-arguments.ts";
import { approvalsText } from "./words.ts";

type Props = {
	readonly approval: PendingApproval;
	/** The effect stands above already. */
	readonly isTold?: boolean;
};

/** What a tool call would do: what, word by word, then where, then the change that it makes. */
export function ApprovalFacts({ approval, isTold = false }: Props) {
	const text = approvalsText;
	const { toolName, args, effect, workspace, command, commandArgs, cwd, diff = [], notShown = [] } = approval;
	const json = JSON.stringify(args);
	return (
		<Stack gap="2">
			{isTold ? null : (
				<Text fontWeight="medium" overflowWrap="anywhere">
					<HiddenMarks>{effect === "" ? toolWords(toolName, json) : effect}</HiddenMarks>
				</Text>
			)}
			<Box borderWidth="1px" borderColor="line.soft" rounded="lg" bg="bg.card" px="2.5" py="2" textStyle="small">
				{command === null ? null : (
					<>
						<Text color="fg.quiet">{text.command}:</Text>
						<CommandWords label={text.command} words={[command, ...commandArgs]} />
					</>
				)}
				{shownArguments(approval).map(([name, value]) => (
					<Argument key={name} name={name} value={value} />
				))}
				{isOwnTool(toolName) ? null : (
					<Fact label={text.tool}>
						<HiddenMarks>{toolName}</HiddenMarks>
					</Fact>
				)}
				<Fact label={text.workspace}>
					<HiddenMarks>{workspace.name}</HiddenMarks>
				</Fact>
				{command === null ? null : (
					<Fact label={text.folder}>
						<HiddenMarks>{cwd === "" || cwd === "." ? text.root : cwd}</HiddenMarks>
					</Fact>
				)}
				{limitsOf(approval).map(([name, value]) => (
					<Fact key={name} label={name}>
						{value}
					</Fact>
				))}
			</Box>
			{notShown.length === 0 ? null : (
				<Text role="note" textStyle="small" bg="bg.note" color="fg.note" rounded="md" px="2.5" py="1.5" overflowWrap="anywhere">
					<HiddenMarks>{text.notShown(notShown)}</HiddenMarks>
				</Text>
			)}
			{diff.length === 0 ? null : <DiffList label={text.changes} diffs={diff} />}
		</Stack>
	);
}

/** One argument as text; a long one is folded, and shown whole at a press. */
function Argument({ name, value }: { readonly name: string; readonly value: string }) {
	const [isWhole, setIsWhole] = useState(false);
	const folded = foldedText(value);
	return (
		<>
			<JsonPreview title={name}>{isWhole ? value : folded}</JsonPreview>
			{folded === value || isWhole ? null : (
				<Button size="2xs" variant="ghost" onClick={() => setIsWhole(true)}>
					{approvalsText.showAll(value.length)}
				</Button>
			)}
		</>
	);
}

function Fact({ label, children }: { readonly label: string; readonly children: ReactNode }) {
	return (
		<Text overflowWrap="anywhere">
			<Text as="span" color="fg.quiet">
				{label}:{" "}
			</Text>
			{children}
		</Text>
	);
}
