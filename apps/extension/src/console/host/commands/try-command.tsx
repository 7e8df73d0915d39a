import { Flex, Heading, Stack, Text } from "@chakra-ui/react";
import type { CommandVerdict } from "@webhand/contracts/tools/commands";
import { checkCommandRoute } from "@webhand/contracts/tools/commands";
import type { OperatorWorkspace } from "@webhand/contracts/tools/workspaces";
import type { FormEvent } from "react";
import { useState } from "react";
import type { ServerProblem } from "../../../kit/load/problem.ts";
import { problemOf, reworded } from "../../../kit/load/problem.ts";
import type { PageApi } from "../../../signed-in-api.ts";
import { Card } from "../../kit/card.tsx";
import { FormProblem } from "../../kit/form/form-problem.tsx";
import { SelectField } from "../../kit/form/select-field.tsx";
import { SubmitButton } from "../../kit/form/submit-button.tsx";
import { TextField } from "../../kit/form/text-field.tsx";
import { StateWord } from "../../kit/list/state-word.tsx";
import { splitWords } from "./command-line.ts";
import { commandRulesText as text } from "./words.ts";

type Props = { readonly api: PageApi; readonly workspaces: readonly OperatorWorkspace[] };

/** Asks what the rules say about a command in a workspace. Nothing is run. */
export function TryCommand({ api, workspaces }: Props) {
	const [line, setLine] = useState("");
	const [chosen, setChosen] = useState("");
	const [isBusy, setIsBusy] = useState(false);
	const [problem, setProblem] = useState<ServerProblem | null>(null);
	const [verdict, setVerdict] = useState<CommandVerdict | null>(null);
	const workspace = workspaces.find(({ id }) => id === chosen) ?? workspaces[0];
	const argv = splitWords(line);
	const submit = async (event: FormEvent) => {
		event.preventDefault();
		if (workspace === undefined || argv === null || argv.length === 0) return;
		setIsBusy(true);
		setProblem(null);
		setVerdict(null);
		try {
			setVerdict(await api.call(checkCommandRoute, { body: { argv, workspaceId: workspace.id } }));
		} catch (error) {
			setProblem(reworded(problemOf(error), text.problems));
		} finally {
			setIsBusy(false);
		}
	};
	return (
		<Card label={text.trial}>
			<form onSubmit={(event) => void submit(event)} noValidate autoComplete="off">
				<Stack gap="4">
					<Heading as="h2" size="md">
						{text.trial}
					</Heading>
					<Flex gap="4" wrap="wrap">
						<SelectField
							label={text.workspace}
							value={workspace?.id ?? ""}
							width="14rem"
							options={workspaces.map(({ id, name }) => ({ value: id as string, label: name }))}
							problem={workspace === undefined ? text.noWorkspace : undefined}
							onChange={(id) => {
								setChosen(id);
								setVerdict(null);
							}}
						/>
						<TextField
							label={text.command}
							value={line}
							hint={text.trialHint}
							width="28rem"
							isCode
							problem={argv === null ? text.openQuote(1) : undefined}
							onChange={(typed) => {
								setLine(typed);
								setVerdict(null);
							}}
						/>
					</Flex>
					<FormProblem problem={problem} shown={[]} />
					<Stack role="status" gap="1" _empty={{ display: "none" }}>
						{verdict === null ? null : <Verdict verdict={verdict} />}
					</Stack>
					<SubmitButton label={text.tryIt} isBusy={isBusy} isDisabled={workspace === undefined || argv === null || argv.length === 0} />
				</Stack>
			</form>
		</Card>
	);
}

function Verdict({ verdict }: { readonly verdict: CommandVerdict }) {
	const sentence = verdict.allowed
		? `${text.allowedBy(verdict.rule.name, verdict.rule.version)} ${text.classOptions[verdict.class]}. ${text.asks[`${verdict.autoApprovable}`]}`
		: text.refusals[verdict.reason](verdict.word ?? "");
	return (
		<>
			<StateWord tone={verdict.allowed ? "good" : "bad"}>{verdict.allowed ? text.allowed : text.refused}</StateWord>
			<Text overflowWrap="anywhere">{sentence}</Text>
		</>
	);
}
