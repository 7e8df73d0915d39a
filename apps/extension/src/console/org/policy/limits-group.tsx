import { Box, Button, Fieldset, Flex, SimpleGrid, Stack, Text } from "@chakra-ui/react";
import { SelectField } from "../../../kit/form/select-field.tsx";
import { TextField } from "../../../kit/form/text-field.tsx";
import { TickField } from "../../../kit/form/tick-field.tsx";
import { asSentence } from "../../../kit/words/as-sentence.ts";
import type { Form } from "../../kit/form/use-form.ts";
import type { NameOf } from "../use-names.ts";
import type { PersonLimit, PolicyForm } from "./policy-form.ts";
import { policyText as text } from "./words.ts";

/** Whose limits may be set one by one; none where names are not known. */
export type Person = { readonly userId: string; readonly name: string };

type Props = { readonly form: Form<PolicyForm>; readonly people: readonly Person[]; readonly nameOf: NameOf };

const modelRules = (["all", "some", "none"] as const).map((value) => ({ value, label: text.modelRules[value] }));

/** Which models may decide. */
export function ModelFields({ form }: Pick<Props, "form">) {
	return (
		<>
			<SelectField label={text.modelRule} options={modelRules} {...form.field("modelRule")} />
			{form.values.modelRule === "some" ? (
				<TextField label={text.modelNames} hint={text.modelNamesHint} rows={2} isCode {...form.field("models")} />
			) : null}
		</>
	);
}

/** What a person may use beside models. */
export function PeopleFields({ form }: Pick<Props, "form">) {
	return (
		<>
			<TickField label={text.hasServerHost} hint={text.hasServerHostHint} {...form.field("hasServerHost")} />
			<TickField label={text.isSharedByAdmins} hint={text.isSharedByAdminsHint} {...form.field("isSharedByAdmins")} />
			<TextField label={text.rowsADay} type="number" isOptional {...form.field("rowsADay")} />
		</>
	);
}

/** What model calls may use in a month: of each person, of some, and of all together. */
export function SpendFields({ form, people, nameOf }: Props) {
	return (
		<>
			<SimpleGrid columns={{ base: 1, sm: 2 }} gap="4">
				{(["personUsd", "personTokens", "organizationUsd", "organizationTokens"] as const).map((name) => (
					<TextField key={name} label={text[name]} type="number" isOptional {...form.field(name)} />
				))}
			</SimpleGrid>
			{people.length === 0 && form.values.people.length === 0 ? null : <Exceptions form={form} people={people} nameOf={nameOf} />}
		</>
	);
}

function Exceptions({ form, people, nameOf }: Props) {
	const { value: limits, onChange, problem } = form.field("people");
	const free = people.find(({ userId }) => limits.every((limit) => limit.userId !== userId));
	const edit = (at: number, part: Partial<PersonLimit>) =>
		onChange(limits.map((limit, index) => (index === at ? { ...limit, ...part } : limit)));
	return (
		<Fieldset.Root>
			<Fieldset.Legend>{text.exceptions}</Fieldset.Legend>
			<Stack gap="3" mt="2">
				{limits.map((limit, index) => (
					<Flex key={limit.userId} gap="3" align="flex-end" wrap="wrap">
						<SelectField
							label={text.person}
							value={limit.userId}
							options={optionsOf(people, limit.userId, nameOf)}
							onChange={(userId) => edit(index, { userId })}
							width="14rem"
						/>
						<TextField label={text.usd} type="number" width="8rem" value={limit.usd} onChange={(usd) => edit(index, { usd })} />
						<TextField
							label={text.tokensLabel}
							type="number"
							width="8rem"
							value={limit.tokens}
							onChange={(tokens) => edit(index, { tokens })}
						/>
						<Button
							size="sm"
							variant="outline"
							aria-label={text.removePerson(nameOf(limit.userId))}
							onClick={() => onChange(limits.filter((_limit, at) => at !== index))}
						>
							{text.remove}
						</Button>
					</Flex>
				))}
				{problem === undefined ? null : (
					<Text role="alert" color="fg.error" fontSize="xs">
						{asSentence(problem)}
					</Text>
				)}
				{free === undefined ? null : (
					<Box>
						<Button size="sm" variant="outline" onClick={() => onChange([...limits, { userId: free.userId, usd: "", tokens: "" }])}>
							{text.addPerson}
						</Button>
					</Box>
				)}
			</Stack>
		</Fieldset.Root>
	);
}

/** All people, with the one who has the limit also where they are a member no more. */
function optionsOf(people: readonly Person[], chosen: string, nameOf: NameOf) {
	const others = people.filter(({ userId }) => userId !== chosen).map(({ userId, name }) => ({ value: userId, label: name }));
	return [{ value: chosen, label: nameOf(chosen) }, ...others];
}
