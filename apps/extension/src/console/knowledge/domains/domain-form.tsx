import { Heading, Stack } from "@chakra-ui/react";
import { allowDomainRoute } from "@webhand/contracts/knowledge/domains";
import type { FormEvent } from "react";
import { useState } from "react";
import type { ServerProblem } from "../../../kit/load/problem.ts";
import { problemOf, reworded } from "../../../kit/load/problem.ts";
import type { PageApi } from "../../../signed-in-api.ts";
import { Card } from "../../kit/card.tsx";
import { FormProblem } from "../../kit/form/form-problem.tsx";
import { SubmitButton } from "../../kit/form/submit-button.tsx";
import { TextField } from "../../kit/form/text-field.tsx";
import { TickField } from "../../kit/form/tick-field.tsx";
import { Told } from "../../kit/form/told.tsx";
import { knowledgeText } from "../words.ts";

type Props = { readonly api: PageApi; readonly onAllowed: () => void };

const text = knowledgeText.domains;
const empty = { pattern: "", includeSubdomains: false };

/** Allows a domain. The reason of a refusal stands at the field, and nothing typed is lost. */
export function DomainForm({ api, onAllowed }: Props) {
	const [form, setForm] = useState(empty);
	const [isBusy, setIsBusy] = useState(false);
	const [isMissing, setIsMissing] = useState(false);
	const [problem, setProblem] = useState<ServerProblem | null>(null);
	const [told, setTold] = useState("");
	const submit = async (event: FormEvent) => {
		event.preventDefault();
		const pattern = form.pattern.trim();
		setTold("");
		setProblem(null);
		setIsMissing(pattern === "");
		if (pattern === "") return;
		setIsBusy(true);
		try {
			const { domains, added } = await api.call(allowDomainRoute, { body: { ...form, pattern } });
			const patterns = domains.map((domain) => domain.pattern);
			setForm(empty);
			setTold(added ? text.allowed(patterns) : text.allowedBefore(patterns));
			onAllowed();
		} catch (error) {
			setProblem(reworded(problemOf(error), text.refusals));
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
					<Stack gap="3" maxW="28rem">
						<TextField
							label={text.pattern}
							value={form.pattern}
							hint={text.patternHint}
							maxLength={300}
							problem={isMissing ? text.missing : problem?.fields["pattern"]}
							onChange={(pattern) => setForm({ ...form, pattern })}
						/>
						<TickField
							label={text.subdomains}
							hint={text.subdomainsHint}
							isOn={form.includeSubdomains}
							problem={problem?.fields["includeSubdomains"]}
							onChange={(includeSubdomains) => setForm({ ...form, includeSubdomains })}
						/>
					</Stack>
					<FormProblem problem={problem} shown={["pattern", "includeSubdomains"]} />
					<Told>{told}</Told>
					<SubmitButton label={text.allow} isBusy={isBusy} />
				</Stack>
			</form>
		</Card>
	);
}
