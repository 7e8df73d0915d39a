import { Flex, Stack, Text } from "@chakra-ui/react";
import type { CommandVerdict } from "@webhand/contracts/tools/commands";
import { checkCommandRoute } from "@webhand/contracts/tools/commands";
import type { OperatorWorkspace } from "@webhand/contracts/tools/workspaces";
import { useState } from "react";
import { SelectField } from "../../../kit/form/select-field.tsx";
import { TextField } from "../../../kit/form/text-field.tsx";
import { reworded } from "../../../kit/load/problem.ts";
import type { PageApi } from "../../../signed-in-api.ts";
import { FormCard } from "../../kit/form/form-card.tsx";
import { useForm } from "../../kit/form/use-form.ts";
import { StateWord } from "../../kit/list/state-word.tsx";
import { splitWords } from "./command-line.ts";
import { commandRulesText as text } from "./words.ts";

type Props = { readonly api: PageApi; readonly workspaces: readonly OperatorWorkspace[] };

/** Asks what the rules say about a command in a workspace. Nothing is run. */
export function TryCommand({ api, workspaces }: Props) {
	const [verdict, setVerdict] = useState<CommandVerdict | null>(null);
	const form = useForm(
		{ line: "", chosen: "" },
		{
			send: async () => {
				if (workspace === undefined || argv === null || argv.length === 0) return;
				setVerdict(null);
				setVerdict(await api.call(checkCommandRoute, { body: { argv, workspaceId: workspace.id } }));
			},
			worded: (problem) => reworded(problem, text.problems),
			after: (sent) => sent,
		},
	);
	const { line, chosen } = form.values;
	const workspace = workspaces.find(({ id }) => id === chosen) ?? workspaces[0];
	const argv = splitWords(line);
	const edit = (part: Partial<typeof form.values>) => {
		form.edit(part);
		setVerdict(null);
	};
	return (
		<FormCard
			form={form}
			title={text.trial}
			save={text.tryIt}
			isDisabled={workspace === undefined || argv === null || argv.length === 0}
			below={
				<Stack role="status" gap="1" _empty={{ display: "none" }}>
					{verdict === null ? null : <Verdict verdict={verdict} />}
				</Stack>
			}
		>
			<Flex gap="4" wrap="wrap">
				<SelectField
					label={text.workspace}
					value={workspace?.id ?? ""}
					width="14rem"
					options={workspaces.map(({ id, name }) => ({ value: id as string, label: name }))}
					problem={workspace === undefined ? text.noWorkspace : undefined}
					onChange={(id) => edit({ chosen: id })}
				/>
				<TextField
					label={text.command}
					value={line}
					hint={text.trialHint}
					width="28rem"
					isCode
					problem={argv === null ? text.openQuote(1) : undefined}
					onChange={(typed) => edit({ line: typed })}
				/>
			</Flex>
		</FormCard>
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
