import { Box, Button, Flex, Heading, Link, Stack, Text } from "@chakra-ui/react";
import { checkDomainRoute } from "@webhand/contracts/knowledge/domains";
import type { ReplyOf } from "@webhand/contracts/routes";
import type { FormEvent } from "react";
import { useState } from "react";
import type { ServerProblem } from "../../../kit/load/problem.ts";
import { problemOf, reworded } from "../../../kit/load/problem.ts";
import type { PageApi } from "../../../signed-in-api.ts";
import { Card } from "../../kit/card.tsx";
import { FormProblem } from "../../kit/form/form-problem.tsx";
import { TextField } from "../../kit/form/text-field.tsx";
import { pathOf } from "../../place.ts";
import { isWebAddress } from "../citation.ts";
import { knowledgeText } from "../words.ts";

type Props = { readonly api: PageApi; readonly onAllow: (domain: string) => void };
type Checked = ReplyOf<typeof checkDomainRoute> & { readonly url: string };

const text = knowledgeText.domains;

/** Tells whether a page would have knowledge, and what is missing for it. */
export function DomainCheck({ api, onAllow }: Props) {
	const [url, setUrl] = useState("");
	const [isBusy, setIsBusy] = useState(false);
	const [isWrong, setIsWrong] = useState(false);
	const [problem, setProblem] = useState<ServerProblem | null>(null);
	const [checked, setChecked] = useState<Checked | null>(null);
	const submit = async (event: FormEvent) => {
		event.preventDefault();
		const address = url.trim();
		setProblem(null);
		setChecked(null);
		const isWhole = isWebAddress(address);
		setIsWrong(!isWhole);
		if (!isWhole) return;
		setIsBusy(true);
		try {
			setChecked({ ...(await api.call(checkDomainRoute, { body: { url: address } })), url: address });
		} catch (error) {
			setProblem(reworded(problemOf(error), knowledgeText.refusals));
		} finally {
			setIsBusy(false);
		}
	};
	return (
		<Card label={text.check}>
			<form onSubmit={(event) => void submit(event)} noValidate autoComplete="off">
				<Stack gap="4">
					<Stack gap="1">
						<Heading as="h2" size="md">
							{text.check}
						</Heading>
						<Text color="fg.quiet">{text.checkLead}</Text>
					</Stack>
					<Box maxW="40rem">
						<TextField
							label={text.address}
							type="url"
							value={url}
							hint={text.addressHint}
							problem={isWrong ? text.addressMissing : problem?.fields["url"]}
							onChange={setUrl}
						/>
					</Box>
					<FormProblem problem={problem} shown={["url"]} />
					<Box role="status" _empty={{ display: "none" }}>
						{checked === null ? null : <Answer checked={checked} onAllow={onAllow} />}
					</Box>
					<Button type="submit" size="sm" variant="outline" alignSelf="flex-start" loading={isBusy} disabled={isBusy} aria-label={text.run}>
						{text.run}
					</Button>
				</Stack>
			</form>
		</Card>
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
