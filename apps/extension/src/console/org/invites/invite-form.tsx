import { Box, Flex, Heading, Stack } from "@chakra-ui/react";
import { inviteRoute } from "@webhand/contracts/auth/invites";
import type { OrgId } from "@webhand/contracts/ids";
import type { FormEvent } from "react";
import { useState } from "react";
import type { ServerProblem } from "../../../kit/load/problem.ts";
import { problemOf } from "../../../kit/load/problem.ts";
import type { SignedInApi } from "../../../signed-in-api.ts";
import { Card } from "../../kit/card.tsx";
import { FormProblem } from "../../kit/form/form-problem.tsx";
import { SelectField } from "../../kit/form/select-field.tsx";
import { SubmitButton } from "../../kit/form/submit-button.tsx";
import { TextField } from "../../kit/form/text-field.tsx";
import type { OnceLink } from "../../kit/link-once.tsx";
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

/** Invites an email. Each message of the server stands beside its field, and nothing typed is lost. */
export function InviteForm({ api, orgId, title = text.form, onlyRole, onInvited }: Props) {
	const [form, setForm] = useState(empty);
	const [isBusy, setIsBusy] = useState(false);
	const [problem, setProblem] = useState<ServerProblem | null>(null);
	const fields = fieldsOf(problem);
	const submit = async (event: FormEvent) => {
		event.preventDefault();
		setIsBusy(true);
		setProblem(null);
		try {
			const body = {
				email: form.email.trim(),
				role: onlyRole ?? form.role,
				...(form.name.trim() === "" ? {} : { name: form.name.trim() }),
			};
			const { invite, link } = await api.call(inviteRoute, { params: { orgId }, body });
			setForm(empty);
			onInvited({ title: text.linkTitle(invite.email), link, expiresAt: invite.expiresAt });
		} catch (error) {
			setProblem(problemOf(error));
		} finally {
			setIsBusy(false);
		}
	};
	return (
		<Card label={title}>
			<form onSubmit={(event) => void submit(event)} noValidate autoComplete="off">
				<Stack gap="4">
					<Heading as="h2" size="md">
						{title}
					</Heading>
					<Flex wrap="wrap" gap="4" align="flex-start">
						<Box flex="1 1 16rem" maxW="24rem">
							<TextField
								label={text.email}
								type="email"
								value={form.email}
								hint={text.emailHint}
								problem={fields["email"]}
								onChange={(email) => setForm({ ...form, email })}
							/>
						</Box>
						<Box flex="1 1 12rem" maxW="18rem">
							<TextField
								label={text.name}
								isOptional
								value={form.name}
								hint={text.nameHint}
								problem={fields["name"]}
								onChange={(name) => setForm({ ...form, name })}
							/>
						</Box>
						{onlyRole === undefined ? (
							<SelectField
								width="9rem"
								label={text.role}
								value={form.role}
								options={roles}
								problem={fields["role"]}
								onChange={(chosen) => setForm({ ...form, role: chosen })}
							/>
						) : null}
					</Flex>
					<FormProblem problem={problem} shown={["email", "name", "role"]} />
					<Box>
						<SubmitButton label={text.send} isBusy={isBusy} />
					</Box>
				</Stack>
			</form>
		</Card>
	);
}

/** Messages by field. */
function fieldsOf(problem: ServerProblem | null): Readonly<Record<string, string>> {
	return problem?.kind === "invalid" ? problem.fields : {};
}
