import { Heading, Stack } from "@chakra-ui/react";
import type { Organization } from "@webhand/contracts/auth/orgs";
import type { McpServer } from "@webhand/contracts/tools/mcp";
import { addMcpServerRoute } from "@webhand/contracts/tools/mcp";
import type { FormEvent } from "react";
import { useState } from "react";
import type { ServerProblem } from "../../../kit/load/problem.ts";
import { problemOf } from "../../../kit/load/problem.ts";
import type { PageApi } from "../../../signed-in-api.ts";
import { Card } from "../../kit/card.tsx";
import { FormProblem } from "../../kit/form/form-problem.tsx";
import { SelectField } from "../../kit/form/select-field.tsx";
import { SubmitButton } from "../../kit/form/submit-button.tsx";
import { TextField } from "../../kit/form/text-field.tsx";
import { TickField } from "../../kit/form/tick-field.tsx";
import { Told } from "../../kit/form/told.tsx";
import { DownNotice } from "./down-notice.tsx";
import type { ServerForm } from "./server-form.ts";
import { emptyForm, readForm, worded } from "./server-form.ts";
import { mcpText } from "./words.ts";

type Props = { readonly api: PageApi; readonly organizations: readonly Organization[]; readonly onAdded: (server: McpServer) => void };

const text = mcpText;
const shownFields = [
	...["name", "tenantId", "reach.program", "reach.folder", "reach.args", "reach.env", "reach.url", "reach.headers", "reach.allowPrivate"],
];

/** Registers a server. The reason of a refusal stands at its field, and nothing typed is lost. */
export function AddServer({ api, organizations, onAdded }: Props) {
	const [form, setForm] = useState(emptyForm);
	const [isBusy, setIsBusy] = useState(false);
	const [unread, setUnread] = useState<Readonly<Record<string, string>>>({});
	const [problem, setProblem] = useState<ServerProblem | null>(null);
	const [added, setAdded] = useState<McpServer | null>(null);
	const edit = (part: Partial<ServerForm>) => setForm({ ...form, ...part });
	const submit = async (event: FormEvent) => {
		event.preventDefault();
		setAdded(null);
		setProblem(null);
		const read = readForm(form, organizations);
		setUnread("fields" in read ? read.fields : {});
		if ("fields" in read) return;
		setIsBusy(true);
		try {
			const { server } = await api.call(addMcpServerRoute, { body: addMcpServerRoute.body.parse(read.body) });
			setForm({ ...emptyForm, kind: form.kind });
			setAdded(server);
			onAdded(server);
		} catch (error) {
			setProblem(worded(problemOf(error)));
		} finally {
			setIsBusy(false);
		}
	};
	const problems = { ...problem?.fields, ...unread };
	return (
		<Card label={text.form}>
			<form onSubmit={(event) => void submit(event)} noValidate autoComplete="off">
				<Stack gap="4">
					<Heading as="h2" size="md">
						{text.form}
					</Heading>
					<Stack gap="4" maxW="36rem">
						<TextField
							label={text.name}
							value={form.name}
							hint={text.nameHint}
							maxLength={31}
							problem={problems["name"]}
							onChange={(name) => edit({ name })}
						/>
						<TextField
							label={text.tenant}
							value={form.tenant}
							hint={text.tenantHint}
							suggestions={organizations.map(({ name }) => name)}
							isOptional
							problem={problems["tenantId"]}
							onChange={(tenant) => edit({ tenant })}
						/>
						<SelectField
							label={text.kind}
							value={form.kind}
							options={(["stdio", "http"] as const).map((value) => ({ value, label: text.kinds[value] }))}
							onChange={(kind) => edit({ kind })}
						/>
						{form.kind === "stdio" ? (
							<ProgramFields form={form} problems={problems} onEdit={edit} />
						) : (
							<AddressFields form={form} problems={problems} onEdit={edit} />
						)}
					</Stack>
					<FormProblem problem={problem} shown={shownFields} />
					<Told>{added === null || added.state === "down" ? "" : text.added(added.name, added.tools.length)}</Told>
					{added?.state === "down" ? (
						<DownNotice words={text.addedDown(added.name, added.reason ?? text.states.down)} output={added.output} />
					) : null}
					<SubmitButton label={text.add} isBusy={isBusy} />
				</Stack>
			</form>
		</Card>
	);
}

type FieldsProps = {
	readonly form: ServerForm;
	readonly problems: Readonly<Record<string, string>>;
	readonly onEdit: (part: Partial<ServerForm>) => void;
};

function ProgramFields({ form, problems, onEdit }: FieldsProps) {
	return (
		<Stack gap="4">
			<TextField
				label={text.program}
				value={form.program}
				hint={text.programHint}
				problem={problems["reach.program"]}
				onChange={(program) => onEdit({ program })}
			/>
			<TextField
				label={text.args}
				value={form.args}
				hint={text.argsHint}
				rows={2}
				isOptional
				problem={problems["reach.args"]}
				onChange={(args) => onEdit({ args })}
			/>
			<TextField
				label={text.folder}
				value={form.folder}
				hint={text.folderHint}
				isOptional
				problem={problems["reach.folder"]}
				onChange={(folder) => onEdit({ folder })}
			/>
			<TextField
				label={text.env}
				value={form.env}
				hint={text.envHint}
				rows={2}
				isOptional
				problem={problems["reach.env"]}
				onChange={(env) => onEdit({ env })}
			/>
		</Stack>
	);
}

function AddressFields({ form, problems, onEdit }: FieldsProps) {
	return (
		<Stack gap="4">
			<TextField
				label={text.url}
				value={form.url}
				type="url"
				hint={text.urlHint}
				problem={problems["reach.url"]}
				onChange={(url) => onEdit({ url })}
			/>
			<TextField
				label={text.headers}
				value={form.headers}
				hint={text.headersHint}
				rows={2}
				isOptional
				problem={problems["reach.headers"]}
				onChange={(headers) => onEdit({ headers })}
			/>
			<TickField
				label={text.allowPrivate}
				hint={text.allowPrivateHint}
				isOn={form.allowPrivate}
				problem={problems["reach.allowPrivate"]}
				onChange={(allowPrivate) => onEdit({ allowPrivate })}
			/>
		</Stack>
	);
}
