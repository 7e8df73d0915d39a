import { Stack } from "@chakra-ui/react";
import { allowDomainRoute } from "@webhand/contracts/knowledge/domains";
import { TextField } from "../../../kit/form/text-field.tsx";
import { TickField } from "../../../kit/form/tick-field.tsx";
import { reworded } from "../../../kit/load/problem.ts";
import type { PageApi } from "../../../signed-in-api.ts";
import { FormCard } from "../../kit/form/form-card.tsx";
import { useForm } from "../../kit/form/use-form.ts";
import { knowledgeText } from "../words.ts";

type Props = { readonly api: PageApi; readonly onAllowed: () => void };

const text = knowledgeText.domains;
const empty = { pattern: "", includeSubdomains: false };

/** Allows a domain. The reason of a refusal stands at the field. */
export function DomainForm({ api, onAllowed }: Props) {
	const form = useForm(empty, {
		check: ({ pattern }): Record<string, string> => (pattern.trim() === "" ? { pattern: text.missing } : {}),
		send: async ({ pattern, includeSubdomains }) => {
			const { domains, added } = await api.call(allowDomainRoute, { body: { pattern: pattern.trim(), includeSubdomains } });
			const patterns = domains.map((domain) => domain.pattern);
			onAllowed();
			return added ? text.allowed(patterns) : text.allowedBefore(patterns);
		},
		worded: (problem) => reworded(problem, text.refusals),
	});
	return (
		<FormCard form={form} title={text.form} save={text.allow}>
			<Stack gap="3" maxW="28rem">
				<TextField label={text.pattern} hint={text.patternHint} maxLength={300} {...form.field("pattern")} />
				<TickField label={text.subdomains} hint={text.subdomainsHint} {...form.field("includeSubdomains")} />
			</Stack>
		</FormCard>
	);
}
