import { Box, Flex } from "@chakra-ui/react";
import { inviteRoute } from "@webhand/contracts/auth/invites";
import type { OrgId } from "@webhand/contracts/ids";
import { SelectField } from "../../../kit/form/select-field.tsx";
import { TextField } from "../../../kit/form/text-field.tsx";
import type { SignedInApi } from "../../../signed-in-api.ts";
import type { OnceLink } from "../../kit/copy/link-once.tsx";
import { FormCard } from "../../kit/form/form-card.tsx";
import { useForm } from "../../kit/form/use-form.ts";
import { organizationText } from "../words.ts";

type Props = {
	readonly api: SignedInApi;
	readonly orgId: OrgId;
	/** What the form is called; for the first admin of an organization the role is settled. */
	readonly title?: string;
	readonly onlyRole?: "admin";
	readonly onInvited: (link: OnceLink) => void;
};

type Role = "member" | "admin";
const text = organizationText.invites;
const roles = (["member", "admin"] as const).map((value) => ({ value, label: organizationText.roles[value] }));
const empty = { email: "", name: "", role: "member" as Role };

/** Invites an email. Each message of the server stands beside its field. */
export function InviteForm({ api, orgId, title = text.form, onlyRole, onInvited }: Props) {
	const form = useForm(empty, {
		send: async ({ email, name, role }) => {
			const body = { email: email.trim(), role: onlyRole ?? role, ...(name.trim() === "" ? {} : { name: name.trim() }) };
			const { invite, link } = await api.call(inviteRoute, { params: { orgId }, body });
			onInvited({ title: text.linkTitle(invite.email), link, expiresAt: invite.expiresAt });
		},
	});
	return (
		<FormCard form={form} title={title} save={text.send}>
			<Flex wrap="wrap" gap="4" align="flex-start">
				<Box flex="1 1 16rem" maxW="24rem">
					<TextField label={text.email} type="email" hint={text.emailHint} {...form.field("email")} />
				</Box>
				<Box flex="1 1 12rem" maxW="18rem">
					<TextField label={text.name} isOptional hint={text.nameHint} {...form.field("name")} />
				</Box>
				{onlyRole === undefined ? <SelectField width="9rem" label={text.role} options={roles} {...form.field("role")} /> : null}
			</Flex>
		</FormCard>
	);
}
