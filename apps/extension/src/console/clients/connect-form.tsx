import { Box, Field, Flex, Heading, Stack, Text } from "@chakra-ui/react";
import type { McpClient } from "@webhand/contracts/mcp-server/clients";
import { connectMcpClientRoute, McpScope } from "@webhand/contracts/mcp-server/clients";
import type { FormEvent } from "react";
import { useState } from "react";
import type { ServerProblem } from "../../kit/load/problem.ts";
import { problemOf } from "../../kit/load/problem.ts";
import type { SignedInApi } from "../../signed-in-api.ts";
import { Card } from "../kit/card.tsx";
import { FormProblem } from "../kit/form/form-problem.tsx";
import { SelectField } from "../kit/form/select-field.tsx";
import { SubmitButton } from "../kit/form/submit-button.tsx";
import { TextField } from "../kit/form/text-field.tsx";
import { TickField } from "../kit/form/tick-field.tsx";
import type { Connection } from "./snippets.ts";
import { clientsText as text } from "./words.ts";

type Props = { readonly api: SignedInApi; readonly onConnected: (connected: Connection & { readonly client: McpClient }) => void };

const days = ["1", "7", "30", "90"] as const;
const dayOptions = days.map((value) => ({ value, label: text.dayCount(Number(value)) }));
const scopes = ["browser:act", "browser:read", "workspace:read"] as const satisfies readonly McpScope[];
type Form = { readonly name: string; readonly scopes: readonly McpScope[]; readonly days: (typeof days)[number] };
const empty: Form = { name: "", scopes: ["browser:act", "browser:read"], days: "30" };

/** Connects a client: its name, what it may do, and when it ends. */
export function ConnectForm({ api, onConnected }: Props) {
	const [form, setForm] = useState(empty);
	const [isBusy, setIsBusy] = useState(false);
	const [problem, setProblem] = useState<ServerProblem | null>(null);
	const fields: Readonly<Record<string, string>> = problem?.kind === "invalid" ? problem.fields : {};
	const submit = async (event: FormEvent) => {
		event.preventDefault();
		setIsBusy(true);
		setProblem(null);
		try {
			const body = { name: form.name, scopes: [...form.scopes], days: Number(form.days) };
			onConnected(await api.call(connectMcpClientRoute, { body }));
			setForm(empty);
		} catch (error) {
			setProblem(problemOf(error));
		} finally {
			setIsBusy(false);
		}
	};
	const tick = (scope: McpScope, isOn: boolean) =>
		setForm({ ...form, scopes: McpScope.options.filter((each) => (each === scope ? isOn : form.scopes.includes(each))) });
	return (
		<Card label={text.form}>
			<form onSubmit={(event) => void submit(event)} noValidate autoComplete="off">
				<Stack gap="4">
					<Heading as="h2" size="md">
						{text.form}
					</Heading>
					<Flex wrap="wrap" gap="4" align="flex-start">
						<Box flex="1 1 18rem" maxW="26rem">
							<TextField
								label={text.name}
								value={form.name}
								hint={text.nameHint}
								problem={fields["name"]}
								onChange={(name) => setForm({ ...form, name })}
							/>
						</Box>
						<SelectField
							width="9rem"
							label={text.days}
							value={form.days}
							options={dayOptions}
							problem={fields["days"]}
							onChange={(chosen) => setForm({ ...form, days: chosen })}
						/>
					</Flex>
					<Stack gap="3" role="group" aria-label={text.may}>
						<Text fontWeight="medium">{text.may}</Text>
						{scopes.map((scope) => (
							<TickField
								key={scope}
								label={text.scopes[scope]}
								hint={text.scopeHints[scope]}
								isOn={form.scopes.includes(scope)}
								onChange={(isOn) => tick(scope, isOn)}
							/>
						))}
						<Field.Root invalid={fields["scopes"] !== undefined}>
							<Field.ErrorText>{text.noScope}</Field.ErrorText>
						</Field.Root>
					</Stack>
					<FormProblem problem={problem} shown={["name", "days", "scopes"]} />
					<Box>
						<SubmitButton label={text.connect} isBusy={isBusy} />
					</Box>
				</Stack>
			</form>
		</Card>
	);
}
