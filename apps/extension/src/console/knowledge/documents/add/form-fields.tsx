import { Box, Flex, Stack } from "@chakra-ui/react";
import type { DocumentScope } from "@webhand/contracts/knowledge/documents";
import { documentSizes } from "@webhand/contracts/knowledge/documents";
import type { PageApi } from "../../../../signed-in-api.ts";
import { SelectField } from "../../../kit/form/select-field.tsx";
import { TextField } from "../../../kit/form/text-field.tsx";
import { useDomainSuggestions } from "../../use-suggestions.ts";
import { knowledgeText } from "../../words.ts";
import type { Draft, Fields } from "./draft.ts";

type Common = { readonly draft: Draft; readonly fields: Fields; readonly onChange: (part: Partial<Draft>) => void };

const text = knowledgeText.add;
const formats = (["markdown", "text", "html"] as const).map((value) => ({ value, label: text.formats[value] }));

/** The text itself, or the address that it is fetched from. */
export function SourceFields({ draft, fields, onChange }: Common) {
	if (draft.kind === "address")
		return (
			<Box maxW="40rem">
				<TextField
					label={text.url}
					type="url"
					value={draft.url}
					hint={text.urlHint}
					problem={fields["url"]}
					onChange={(url) => onChange({ url })}
				/>
			</Box>
		);
	return (
		<Stack gap="4">
			<TextField
				label={text.content}
				rows={10}
				value={draft.content}
				hint={text.contentHint}
				maxLength={documentSizes.content}
				problem={fields["content"]}
				onChange={(content) => onChange({ content })}
			/>
			<SelectField
				width="11rem"
				label={text.format}
				value={draft.format}
				options={formats}
				problem={fields["format"]}
				onChange={(format) => onChange({ format })}
			/>
		</Stack>
	);
}

type Props = Common & {
	readonly api: PageApi;
	readonly scope: DocumentScope;
	readonly isNew: boolean;
	/** How many files are chosen. */
	readonly files: number;
};

/** Title, domain and path. */
export function DraftFields({ api, draft, fields, scope, isNew, files, onChange }: Props) {
	const suggestions = useDomainSuggestions(api, draft.domain);
	const { kind } = draft;
	const nameHint =
		kind === "text" && isNew ? text.nameHint : !isNew ? text.nameKept : kind === "file" ? text.nameOfFile : text.nameOfAddress;
	const domainHint = kind === "address" ? text.domainOfAddress : scope === "public" ? text.domainPublicHint : text.domainHint;
	return (
		<Flex wrap="wrap" gap="4" align="flex-start">
			{kind === "file" && files > 1 ? null : (
				<Box flex="1 1 14rem" maxW="24rem">
					<TextField
						label={text.name}
						isOptional={kind !== "text" || !isNew}
						value={draft.title}
						hint={nameHint}
						maxLength={200}
						problem={fields["title"]}
						onChange={(title) => onChange({ title })}
					/>
				</Box>
			)}
			{isNew ? (
				<Box flex="1 1 14rem" maxW="24rem">
					<TextField
						label={text.domain}
						isOptional={kind === "address"}
						value={draft.domain}
						hint={domainHint}
						maxLength={300}
						suggestions={suggestions}
						problem={fields["domain"]}
						onChange={(domain) => onChange({ domain })}
					/>
				</Box>
			) : null}
			<Box flex="1 1 12rem" maxW="20rem">
				<TextField
					label={text.path}
					isOptional
					value={draft.pathPrefix}
					hint={isNew ? text.pathHint : text.pathKept}
					maxLength={500}
					problem={fields["pathPrefix"]}
					onChange={(pathPrefix) => onChange({ pathPrefix })}
				/>
			</Box>
		</Flex>
	);
}
