import { Box, Button, Flex, Link, Stack, Text } from "@chakra-ui/react";
import { checkDomainRoute } from "@webhand/contracts/knowledge/domains";
import type { ReplyOf } from "@webhand/contracts/routes";
import { useState } from "react";
import { TextField } from "../../../kit/form/text-field.tsx";
import { reworded } from "../../../kit/load/problem.ts";
import type { PageApi } from "../../../signed-in-api.ts";
import { FormCard } from "../../kit/form/form-card.tsx";
import { useForm } from "../../kit/form/use-form.ts";
import { pathOf } from "../../place/place.ts";
import { isWebAddress } from "../citation.ts";
import { knowledgeText } from "../words.ts";

type Props = { readonly api: PageApi; readonly onAllow: (domain: string) => void };
type Checked = ReplyOf<typeof checkDomainRoute> & { readonly url: string };

const text = knowledgeText.domains;

/** Tells whether a page would have knowledge, and what is missing for it. */
export function DomainCheck({ api, onAllow }: Props) {
	const [checked, setChecked] = useState<Checked | null>(null);
	const form = useForm(
		{ url: "" },
		{
			check: ({ url }): Record<string, string> => {
				setChecked(null);
				return isWebAddress(url) ? {} : { url: text.addressMissing };
			},
			send: async (values) => {
				const url = values.url.trim();
				setChecked({ ...(await api.call(checkDomainRoute, { body: { url } })), url });
			},
			worded: (problem) => reworded(problem, knowledgeText.refusals),
			after: (sent) => sent,
		},
	);
	return (
		<FormCard
			form={form}
			title={text.check}
			lead={text.checkLead}
			save={text.run}
			isQuestion
			below={
				<Box role="status" _empty={{ display: "none" }}>
					{checked === null ? null : <Answer checked={checked} onAllow={onAllow} />}
				</Box>
			}
		>
			<TextField label={text.address} width="40rem" type="url" hint={text.addressHint} {...form.field("url")} />
		</FormCard>
	);
}

function Answer({ checked: { url, domain, pattern, documents }, onAllow }: { readonly checked: Checked } & Pick<Props, "onAllow">) {
	const isKnown = pattern !== null && documents > 0;
	const next =
		pattern === null
			? null
			: isKnown
				? { to: pathOf({ page: "inspector", query: { url } }), label: text.toInspector }
				: { to: pathOf({ page: "documents" }), label: text.toDocuments };
	return (
		<Stack gap="2" borderInlineStartWidth="3px" borderColor={isKnown ? "status.completed" : "status.waiting"} ps="3">
			<Text overflowWrap="anywhere">
				{pattern === null ? text.noPattern(domain) : isKnown ? text.yes(domain, pattern, documents) : text.noDocuments(domain, pattern)}
			</Text>
			<Flex>
				{next === null ? (
					<Button type="button" size="xs" variant="outline" h="auto" minH="8" whiteSpace="normal" onClick={() => onAllow(domain)}>
						{text.allowAction(domain)}
					</Button>
				) : (
					<Link color="brand.fg" textDecoration="underline" href={`#${next.to}`}>
						{next.label}
					</Link>
				)}
			</Flex>
		</Stack>
	);
}
