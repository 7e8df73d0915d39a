import { Box, Button, Flex, HStack, Input, InputGroup } from "@chakra-ui/react";
import type { FormEvent } from "react";
import { SearchIcon } from "../../../../kit/icons.tsx";
import { filesText } from "../words.ts";

/** What is searched for; `kind` as in the contract. */
export type SearchInput = {
	readonly kind: "grep" | "glob";
	readonly pattern: string;
	readonly isRegex: boolean;
	readonly isCaseSensitive: boolean;
};

export const emptySearch: SearchInput = { kind: "grep", pattern: "", isRegex: false, isCaseSensitive: false };

type Props = { readonly input: SearchInput; readonly onInput: (input: SearchInput) => void; readonly onSubmit: () => void };

/** Searches in files or for names; its choices show once something is typed. */
export function SearchBar({ input, onInput, onSubmit }: Props) {
	const text = filesText.search;
	const submit = (event: FormEvent) => {
		event.preventDefault();
		if (input.pattern.trim() !== "") onSubmit();
	};
	const label = input.kind === "grep" ? text.placeholder : text.placeholderNames;
	return (
		<Box as="search" aria-label={text.label}>
			<form onSubmit={submit}>
				<Flex direction="column" gap="1.5">
					<InputGroup startElement={<SearchIcon color="fg.quiet" />}>
						<Input
							type="search"
							size="sm"
							borderColor="line.strong"
							aria-label={label}
							placeholder={label}
							_placeholder={{ color: "fg.quiet" }}
							maxLength={1_000}
							value={input.pattern}
							onChange={(event) => onInput({ ...input, pattern: event.target.value })}
						/>
					</InputGroup>
					{input.pattern === "" ? null : (
						<HStack gap="1" wrap="wrap">
							<HStack role="group" aria-label={text.kind} gap="1" me="auto">
								{(["grep", "glob"] as const).map((kind) => (
									<Toggle key={kind} label={text[kind]} isOn={input.kind === kind} onPress={() => onInput({ ...input, kind })} />
								))}
							</HStack>
							{input.kind === "glob" ? null : (
								<HStack role="group" aria-label={text.options} gap="1">
									<Toggle
										label="Aa"
										name={text.caseSensitive}
										isOn={input.isCaseSensitive}
										onPress={() => onInput({ ...input, isCaseSensitive: !input.isCaseSensitive })}
									/>
									<Toggle
										label=".*"
										name={text.regex}
										isOn={input.isRegex}
										onPress={() => onInput({ ...input, isRegex: !input.isRegex })}
									/>
								</HStack>
							)}
							<Button type="submit" size="2xs" colorPalette="brand" disabled={input.pattern.trim() === ""}>
								{text.submit}
							</Button>
						</HStack>
					)}
				</Flex>
			</form>
		</Box>
	);
}

type ToggleProps = { readonly label: string; readonly name?: string; readonly isOn: boolean; readonly onPress: () => void };

function Toggle({ label, name, isOn, onPress }: ToggleProps) {
	return (
		<Button
			type="button"
			size="2xs"
			variant={isOn ? "subtle" : "ghost"}
			{...(isOn ? { colorPalette: "brand" } : {})}
			aria-pressed={isOn}
			{...(name === undefined ? {} : { "aria-label": name, title: name })}
			onClick={onPress}
		>
			{label}
		</Button>
	);
}
