import { Flex, Heading, Stack } from "@chakra-ui/react";
import type { Organization } from "@webhand/contracts/auth/orgs";
import { addOrganizationRoute } from "@webhand/contracts/auth/orgs";
import type { FormEvent } from "react";
import { useState } from "react";
import type { ServerProblem } from "../../../kit/load/problem.ts";
import { problemOf } from "../../../kit/load/problem.ts";
import type { SignedInApi } from "../../../signed-in-api.ts";
import { Card } from "../../kit/card.tsx";
import { FormProblem } from "../../kit/form/form-problem.tsx";
import { SubmitButton } from "../../kit/form/submit-button.tsx";
import { TextField } from "../../kit/form/text-field.tsx";
import { hostText } from "../words.ts";

type Props = { readonly api: SignedInApi; readonly onAdded: (organization: Organization) => void };

const text = hostText.organizations;

/** Adds an organization by its name. */
export function AddOrganization({ api, onAdded }: Props) {
	const [name, setName] = useState("");
	const [isBusy, setIsBusy] = useState(false);
	const [problem, setProblem] = useState<ServerProblem | null>(null);
	const submit = async (event: FormEvent) => {
		event.preventDefault();
		setIsBusy(true);
		setProblem(null);
		try {
			const { organization } = await api.call(addOrganizationRoute, { body: { name } });
			onAdded(organization);
		} catch (error) {
			setProblem(problemOf(error));
		} finally {
			setIsBusy(false);
		}
	};
	return (
		<Card label={text.form}>
			<form onSubmit={(event) => void submit(event)} noValidate autoComplete="off">
				<Stack gap="4">
					<Heading as="h2" size="md">
						{text.form}
					</Heading>
					<Flex maxW="28rem">
						<TextField label={text.name} value={name} hint={text.nameHint} problem={problem?.fields["name"]} onChange={setName} />
					</Flex>
					<FormProblem problem={problem} shown={["name"]} />
					<SubmitButton label={text.add} isBusy={isBusy} />
				</Stack>
			</form>
		</Card>
	);
}
