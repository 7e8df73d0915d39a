import { Stack } from "@chakra-ui/react";
import type { Organization } from "@webhand/contracts/auth/orgs";
import { addWorkspaceRoute } from "@webhand/contracts/tools/workspaces";
import { TextField } from "../../../kit/form/text-field.tsx";
import { TickField } from "../../../kit/form/tick-field.tsx";
import type { PageApi } from "../../../signed-in-api.ts";
import { FormCard } from "../../kit/form/form-card.tsx";
import { useForm } from "../../kit/form/use-form.ts";
import { tenantOf } from "../use-tenants.ts";
import { workspacesText as text } from "./words.ts";
import { WorkspaceFields } from "./workspace-fields.tsx";
import { readCommands, worded } from "./workspace-form.ts";

type Props = { readonly api: PageApi; readonly organizations: readonly Organization[]; readonly onAdded: () => void };

const empty = { tenant: "", name: "", rootPath: "", readOnly: false, commands: "*", takeOwnership: false };

/** Opens a folder of the server host to an organization. The reason of a refusal stands at its field. */
export function AddWorkspace({ api, organizations, onAdded }: Props) {
	const form = useForm(empty, {
		check: ({ tenant }): Record<string, string> => (tenantOf(tenant, organizations) === null ? { tenantId: text.noTenant } : {}),
		send: async ({ tenant, name, rootPath, readOnly, commands, takeOwnership }) => {
			const tenantId = tenantOf(tenant, organizations);
			if (tenantId === null) return;
			const allowedCommands = readCommands(commands);
			const body = { tenantId, name, rootPath: rootPath.trim(), readOnly, allowedCommands, takeOwnership };
			const { workspace } = await api.call(addWorkspaceRoute, { body });
			onAdded();
			return text.added(workspace.name);
		},
		worded,
	});
	return (
		<FormCard form={form} title={text.form} save={text.add}>
			<Stack gap="4" maxW="36rem">
				<TextField
					label={text.tenant}
					hint={text.tenantHint}
					suggestions={organizations.map(({ name }) => name)}
					{...form.field("tenant", "tenantId")}
				/>
				<WorkspaceFields field={form.field} hasRoot />
				<TickField label={text.takeOwnership} hint={text.takeOwnershipHint} {...form.field("takeOwnership")} />
			</Stack>
		</FormCard>
	);
}
