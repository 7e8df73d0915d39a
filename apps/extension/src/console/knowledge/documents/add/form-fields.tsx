import { Box, Flex, Stack } from "@chakra-ui/react";
import type { DocumentScope } from "@webhand/contracts/knowledge/documents";
import { documentSizes } from "@webhand/contracts/knowledge/documents";
import { domainsRoute } from "@webhand/contracts/knowledge/domains";
import { useEffect, useState } from "react";
import { SelectField } from "../../../../kit/form/select-field.tsx";
import { TextField } from "../../../../kit/form/text-field.tsx";
import type { PageApi } from "../../../../signed-in-api.ts";
import type { Form } from "../../../kit/form/use-form.ts";
import { knowledgeText } from "../../words.ts";
import type { Draft } from "./draft.ts";

type Common = Pick<Form<Draft>, "field">;

const text = knowledgeText.add;
const formats = (["markdown", "text", "html"] as const).map((value) => ({ value, label: text.formats[value] }));

/** The text itself, or the address that it is fetched from. */
export function SourceFields({ kind, field }: Common & { readonly kind: "text" | "address" }) {
	if (kind === "address") return <TextField label={text.url} width="40rem" type="url" hint={text.urlHint} {...field("url")} />;
	return (
		<Stack gap="4">
			<TextField label={text.content} rows={10} hint={text.contentHint} maxLength={documentSizes.content} {...field("content")} />
			<SelectField width="11rem" label={text.format} options={formats} {...field("format")} />
		</Stack>
	);
}

type Props = Common & {
	readonly api: PageApi;
	readonly draft: Draft;
	readonly scope: DocumentScope;
	readonly isNew: boolean;
	/** How many files are chosen. */
	readonly files: number;
};

/** Title, domain and path. */
export function DraftFields({ api, draft: { kind, domain }, field, scope, isNew, files }: Props) {
	const suggestions = useDomainSuggestions(api, domain);
	const isText = kind === "text" && isNew;
	const nameHint = isText ? text.nameHint : !isNew ? text.nameKept : kind === "file" ? text.nameOfFile : text.nameOfAddress;
	const domainHint = kind === "address" ? text.domainOfAddress : scope === "public" ? text.domainPublicHint : text.domainHint;
	return (
		<Flex wrap="wrap" gap="4" align="flex-start">
			{kind === "file" && files > 1 ? null : (
				<Box flex="1 1 14rem" maxW="24rem">
					<TextField label={text.name} isOptional={!isText} hint={nameHint} maxLength={200} {...field("title")} />
				</Box>
			)}
			{isNew ? (
				<Box flex="1 1 14rem" maxW="24rem">
					<TextField
						label={text.domain}
						isOptional={kind === "address"}
						hint={domainHint}
						maxLength={300}
						suggestions={suggestions}
						{...field("domain")}
					/>
				</Box>
			) : null}
			<Box flex="1 1 12rem" maxW="20rem">
				<TextField label={text.path} isOptional hint={isNew ? text.pathHint : text.pathKept} maxLength={500} {...field("pathPrefix")} />
			</Box>
		</Flex>
	);
}

const typingMs = 300;

/** Allowed domains that hold what is typed, for a field to offer; none where they cannot be read. */
function useDomainSuggestions(api: PageApi, typed: string): readonly string[] {
	const [suggestions, setSuggestions] = useState<readonly string[]>([]);
	const q = typed.trim();
	useEffect(() => {
		const abort = new AbortController();
		const read = () =>
			api.call(domainsRoute, { query: { q: q === "" ? undefined : q }, signal: abort.signal }).then(
				({ domains }) => (abort.signal.aborted ? undefined : setSuggestions(domains.map(({ pattern }) => pattern))),
				() => undefined,
			);
		const timer = setTimeout(() => void read(), q === "" ? 0 : typingMs);
		return () => {
			clearTimeout(timer);
			abort.abort();
		};
	}, [api, q]);
	return suggestions;
}
