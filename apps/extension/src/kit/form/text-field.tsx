import { chakra, Field, Input, Text, Textarea } from "@chakra-ui/react";
import { useId } from "react";
import { asSentence } from "../words/as-sentence.ts";
import { statesText } from "../words/state-words.ts";

type Props = {
	readonly label: string;
	readonly value: string;
	readonly onChange: (value: string) => void;
	readonly hint?: string | undefined;
	readonly problem?: string | undefined;
	/** Marks the field as one that may stay empty. */
	readonly isOptional?: boolean;
	/** Says to a screen reader that it may not. */
	readonly isRequired?: boolean;
	readonly type?: "text" | "email" | "url" | "password" | "number" | "date";
	/** Several lines. */
	readonly rows?: number;
	readonly width?: string;
	readonly maxLength?: number;
	/** Letters of one width. */
	readonly isCode?: boolean;
	/** Values that the browser offers while one types. */
	readonly suggestions?: readonly string[];
};

const DataList = chakra("datalist");

/** A line of text with its label above, its hint and the server's message below. */
export function TextField({ label, value, onChange, hint, problem, isOptional = false, type = "text", rows, width, ...rest }: Props) {
	const { maxLength, suggestions, isCode = false, isRequired = false } = rest;
	const listId = useId();
	const common = {
		value,
		borderColor: "line.strong",
		_invalid: { borderColor: "border.error" },
		spellCheck: false,
		autoComplete: type === "password" ? "new-password" : "off",
		...(maxLength === undefined ? {} : { maxLength }),
		...(isCode ? { fontFamily: "mono", fontSize: "sm" } : {}),
	} as const;
	return (
		<Field.Root invalid={problem !== undefined} required={isRequired} width={width ?? "full"} maxW="full">
			<Field.Label>
				{label}
				{isOptional ? (
					<Text as="span" color="fg.quiet" fontWeight="normal">
						{" "}
						({statesText.optional})
					</Text>
				) : null}
			</Field.Label>
			{rows === undefined ? (
				<Input
					{...common}
					size="sm"
					type={type === "number" ? "text" : type}
					inputMode={type === "number" ? "numeric" : undefined}
					list={suggestions === undefined ? undefined : listId}
					onChange={(event) => onChange(event.target.value)}
				/>
			) : (
				<Textarea {...common} rows={rows} onChange={(event) => onChange(event.target.value)} />
			)}
			{suggestions === undefined ? null : (
				<DataList id={listId}>
					{suggestions.map((suggestion) => (
						<option key={suggestion} value={suggestion} />
					))}
				</DataList>
			)}
			{hint === undefined ? null : <Field.HelperText color="fg.quiet">{hint}</Field.HelperText>}
			<Field.ErrorText>{asSentence(problem ?? "")}</Field.ErrorText>
		</Field.Root>
	);
}
