import { Box, Flex } from "@chakra-ui/react";
import type { KeyScope } from "@webhand/contracts/ids";
import { SelectField } from "../../../kit/form/select-field.tsx";
import { TextField } from "../../../kit/form/text-field.tsx";
import { ScopeTicks } from "../../kit/form/scope-ticks.tsx";
import type { Form } from "../../kit/form/use-form.ts";
import { apiKeysText as text } from "./words.ts";

const days = ["30", "90", "180", "365"] as const;
const dayOptions = days.map((value) => ({ value, label: text.dayCount(Number(value)) }));
const scopes = ["routines:run", "routines:read", "tasks:run", "knowledge:read", "usage:read"] as const satisfies readonly KeyScope[];

/** A key as it is typed. */
export type KeyForm = {
	readonly name: string;
	readonly scopes: readonly KeyScope[];
	readonly days: (typeof days)[number];
	readonly addresses: string;
};

export const emptyKey: KeyForm = { name: "", scopes: ["routines:run", "routines:read"], days: "90", addresses: "" };

/** What is sent of a typed key. @throws never */
export function newKeyOf({ name, scopes, days, addresses }: KeyForm) {
	return { name, scopes: [...scopes], days: Number(days), addresses: addresses.split(/[\s,]+/).filter((each) => each !== "") };
}

/** Name, scopes, end and addresses of a key to make. */
export function KeyFields<Values extends KeyForm>({ form }: { readonly form: Form<Values> }) {
	const { values, edit, problemAt } = form;
	const change = (part: Partial<KeyForm>) => edit(part as Partial<Values>);
	// The server names the first wrong line by its number.
	const lines = newKeyOf(values).addresses;
	const wrong = lines.findIndex((_line, index) => problemAt(`addresses.${index}`) !== undefined);
	const addresses = wrong === -1 ? problemAt("addresses") : `${lines[wrong] ?? ""} ${problemAt(`addresses.${wrong}`) ?? ""}`;
	return (
		<>
			<Flex wrap="wrap" gap="4" align="flex-start">
				<Box flex="1 1 18rem" maxW="26rem">
					<TextField
						label={text.name}
						hint={text.nameHint}
						value={values.name}
						problem={problemAt("name")}
						onChange={(name) => change({ name })}
					/>
				</Box>
				<SelectField
					width="9rem"
					label={text.days}
					options={dayOptions}
					value={values.days}
					problem={problemAt("days")}
					onChange={(value) => change({ days: value })}
				/>
			</Flex>
			<ScopeTicks
				label={text.may}
				scopes={scopes}
				texts={text.scopes}
				hints={text.scopeHints}
				value={values.scopes}
				problem={problemAt("scopes") === undefined ? undefined : text.noScope}
				onChange={(chosen) => change({ scopes: chosen })}
			/>
			<Box maxW="26rem">
				<TextField
					label={text.addresses}
					hint={text.addressesHint}
					isOptional
					isCode
					rows={2}
					value={values.addresses}
					problem={addresses}
					onChange={(typed) => change({ addresses: typed })}
				/>
			</Box>
		</>
	);
}
