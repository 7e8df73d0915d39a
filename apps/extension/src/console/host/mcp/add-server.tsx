import { Stack } from "@chakra-ui/react";
import type { Organization } from "@webhand/contracts/auth/orgs";
import type { McpServer } from "@webhand/contracts/tools/mcp";
import { addMcpServerRoute } from "@webhand/contracts/tools/mcp";
import { useState } from "react";
import { SelectField } from "../../../kit/form/select-field.tsx";
import { TextField } from "../../../kit/form/text-field.tsx";
import { TickField } from "../../../kit/form/tick-field.tsx";
import type { PageApi } from "../../../signed-in-api.ts";
import { FormCard } from "../../kit/form/form-card.tsx";
import type { Form } from "../../kit/form/use-form.ts";
import { useForm } from "../../kit/form/use-form.ts";
import { DownNotice } from "./down-notice.tsx";
import type { ServerForm } from "./server-form.ts";
import { emptyForm, readForm, worded } from "./server-form.ts";
import { mcpText as text } from "./words.ts";

type Props = { readonly api: PageApi; readonly organizations: readonly Organization[]; readonly onAdded: (server: McpServer) => void };

/** Registers a server. The reason of a refusal stands at its field. */
export function AddServer({ api, organizations, onAdded }: Props) {
	const [down, setDown] = useState<McpServer | null>(null);
	const form = useForm(emptyForm, {
		check: (values) => {
			setDown(null);
			const read = readForm(values, organizations);
			return "fields" in read ? read.fields : {};
		},
		send: async (values) => {
			const read = readForm(values, organizations);
			if ("fields" in read) return;
			const { server } = await api.call(addMcpServerRoute, { body: addMcpServerRoute.body.parse(read.body) });
			setDown(server.state === "down" ? server : null);
			onAdded(server);
			return server.state === "down" ? "" : text.added(server.name, server.tools.length);
		},
		worded,
		after: ({ kind }) => ({ ...emptyForm, kind }),
	});
	const { field } = form;
	return (
		<FormCard
			form={form}
			title={text.form}
			save={text.add}
			below={down === null ? null : <DownNotice words={text.addedDown(down.name, down.reason ?? text.states.down)} output={down.output} />}
		>
			<Stack gap="4" maxW="36rem">
				<TextField label={text.name} hint={text.nameHint} maxLength={31} {...field("name")} />
				<TextField
					label={text.tenant}
					hint={text.tenantHint}
					suggestions={organizations.map(({ name }) => name)}
					isOptional
					{...field("tenant", "tenantId")}
				/>
				<SelectField
					label={text.kind}
					options={(["stdio", "http"] as const).map((value) => ({ value, label: text.kinds[value] }))}
					{...field("kind")}
				/>
				{form.values.kind === "stdio" ? <ProgramFields field={field} /> : <AddressFields field={field} />}
			</Stack>
		</FormCard>
	);
}

type FieldsProps = Pick<Form<ServerForm>, "field">;

function ProgramFields({ field }: FieldsProps) {
	return (
		<Stack gap="4">
			<TextField label={text.program} hint={text.programHint} {...field("program", "reach.program")} />
			<TextField label={text.args} hint={text.argsHint} rows={2} isOptional {...field("args", "reach.args")} />
			<TextField label={text.folder} hint={text.folderHint} isOptional {...field("folder", "reach.folder")} />
			<TextField label={text.env} hint={text.envHint} rows={2} isOptional {...field("env", "reach.env")} />
		</Stack>
	);
}

function AddressFields({ field }: FieldsProps) {
	return (
		<Stack gap="4">
			<TextField label={text.url} type="url" hint={text.urlHint} {...field("url", "reach.url")} />
			<TextField label={text.headers} hint={text.headersHint} rows={2} isOptional {...field("headers", "reach.headers")} />
			<TickField label={text.allowPrivate} hint={text.allowPrivateHint} {...field("allowPrivate", "reach.allowPrivate")} />
		</Stack>
	);
}
