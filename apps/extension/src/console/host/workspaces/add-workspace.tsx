import { Heading, Stack } from "@chakra-ui/react";
import type { Organization } from "@webhand/contracts/auth/orgs";
import { addWorkspaceRoute } from "@webhand/contracts/tools/workspaces";
import type { FormEvent } from "react";
import { useState } from "react";
import type { ServerProblem } from "../../../kit/load/problem.ts";
import { problemOf } from "../../../kit/load/problem.ts";
import type { PageApi } from "../../../signed-in-api.ts";
import { Card } from "../../kit/card.tsx";
import { FormProblem } from "../../kit/form/form-problem.tsx";
import { SubmitButton } from "../../kit/form/submit-button.tsx";
import { TextField } from "../../kit/form/text-field.tsx";
import { TickField } from "../../kit/form/tick-field.tsx";
import { Told } from "../../kit/form/told.tsx";
import { tenantOf } from "../use-tenants.ts";
import { workspacesText } from "./words.ts";
import { shownFields, WorkspaceFields } from "./workspace-fields.tsx";
import { readCommands, worded } from "./workspace-form.ts";

type Props = { readonly api: PageApi; readonly organizations: readonly Organization[]; readonly onAdded: () => void };

const text = workspacesText;
const empty = { tenant: "", name: "", rootPath: "", readOnly: false, commands: "*", takeOwnership: false };

/** Opens a folder of the server host to an organization. The reason of a refusal stands at its field, and nothing typed is lost. */
export function AddWorkspace({ api, organizations, onAdded }: Props) {
	const [form, setForm] = useState(empty);
	const [isBusy, setIsBusy] = useState(false);
	const [isTenantUnknown, setIsTenantUnknown] = useState(false);
	const [problem, setProblem] = useState<ServerProblem | null>(null);
	const [told, setTold] = useState("");
	const edit = (part: Partial<typeof form>) => setForm({ ...form, ...part });
	const submit = async (event: FormEvent) => {
		event.preventDefault();
		const tenantId = tenantOf(form.tenant, organizations);
		setTold("");
		setProblem(null);
		setIsTenantUnknown(tenantId === null);
		if (tenantId === null) return;
		setIsBusy(true);
		try {
			const { rootPath, readOnly, takeOwnership } = form;
			const allowedCommands = readCommands(form.commands);
			const body = { tenantId, name: form.name, rootPath: rootPath.trim(), readOnly, allowedCommands, takeOwnership };
			const { workspace } = await api.call(addWorkspaceRoute, { body });
			setForm(empty);
			setTold(text.added(workspace.name));
			onAdded();
		} catch (error) {
			setProblem(worded(problemOf(error)));
		} finally {
			setIsBusy(false);
		}
	};
	const problems = problem?.fields ?? {};
	return (
		<Card label={text.form}>
			<form onSubmit={(event) => void submit(event)} noValidate autoComplete="off">
				<Stack gap="4">
					<Heading as="h2" size="md">
						{text.form}
					</Heading>
					<Stack gap="4" maxW="36rem">
						<TextField
							label={text.tenant}
							value={form.tenant}
							hint={text.tenantHint}
							suggestions={organizations.map(({ name }) => name)}
							problem={isTenantUnknown ? text.noTenant : problems["tenantId"]}
							onChange={(tenant) => edit({ tenant })}
						/>
						<WorkspaceFields form={form} problems={problems} hasRoot onEdit={edit} />
						<TickField
							label={text.takeOwnership}
							hint={text.takeOwnershipHint}
							isOn={form.takeOwnership}
							problem={problems["takeOwnership"]}
							onChange={(takeOwnership) => edit({ takeOwnership })}
						/>
					</Stack>
					<FormProblem problem={problem} shown={shownFields} />
					<Told>{told}</Told>
					<SubmitButton label={text.add} isBusy={isBusy} />
				</Stack>
			</form>
		</Card>
	);
}
