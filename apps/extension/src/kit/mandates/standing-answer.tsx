import { RadioGroup, Stack, Text } from "@chakra-ui/react";
import type { MandateTerms } from "@webhand/contracts/authority/mandate";
import type { Recorded } from "@webhand/contracts/authority/mandate-note";
import { mostAmount } from "@webhand/contracts/authority/mandate-note";
import { TextField } from "../form/text-field.tsx";
import { amountOf } from "./terms-form.ts";
import { moneyOf, mandateText as text } from "./words.ts";

/** What a yes means from now on, as chosen and typed. */
type Standing = { readonly how: "once" | "run" | "always"; readonly amount: string };

/** A mandate as a question asks for it. */
export type StandingWish = Omit<Recorded, "rows" | "amount"> & { readonly terms: MandateTerms; readonly isForRun: boolean };

const dayMs = 86_400_000;
const usualDays = 30;
const usualUses = 100;

/** What is chosen before anything is: only this once, up to the amount that stands there. @throws never */
export const onlyOnce = ({ amount }: Recorded): Standing => ({ how: "once", amount: amount === undefined ? "" : String(amount.value) });

/** The mandate that is wished for; undefined for none. @throws never */
export function wishOf({ rows, amount, ...step }: Recorded, { how, amount: typed }: Standing, now: number): StandingWish | undefined {
	if (how === "once") return undefined;
	const uses = how === "run" ? rows : usualUses;
	const perUse = amountOf(typed);
	const inSum = Math.min(mostAmount, Math.round(perUse * uses * 100) / 100);
	const limit =
		amount === undefined ? {} : { amount: { perUse, inSum, ...(amount.currency === undefined ? {} : { currency: amount.currency }) } };
	return { ...step, isForRun: how === "run", terms: { uses, ...limit, until: new Date(now + usualDays * dayMs).toISOString() } };
}

/** What a wish covers, as the answer says it; undefined for a yes that counts once. @throws never */
export const reachOf = (wish: StandingWish | undefined): "run" | "routine" | undefined =>
	wish === undefined ? undefined : wish.isForRun ? "run" : "routine";

/** What was allowed, in words. @throws never */
export function allowedWords(wish: StandingWish | undefined): string {
	if (wish === undefined) return text.allowed.once;
	const { uses, amount } = wish.terms;
	const limit = amount === undefined ? "" : text.allowed.upTo(moneyOf(amount.perUse, amount.currency));
	return `${wish.isForRun ? text.allowed.run(uses) : text.allowed.always(uses)}${limit}.`;
}

/** True for an amount that can be read, where one is asked for. @throws never */
export const isReadable = ({ amount }: Recorded, { how, amount: typed }: Standing): boolean =>
	how === "once" || amount === undefined || amountOf(typed) > 0;

type Props = { readonly recorded: Recorded; readonly value: Standing; readonly onChange: (value: Standing) => void };

/** Lets a yes count for further rows or runs of a routine, up to an amount. */
export function StandingAnswer({ recorded, value, onChange }: Props) {
	const { rows, amount } = recorded;
	const choices = [
		{ how: "once", label: text.once },
		...(rows > 1 ? [{ how: "run", label: text.run(rows) }] : []),
		{ how: "always", label: text.always },
	] as const;
	return (
		<Stack gap="2">
			<Text fontWeight="medium">{text.question}</Text>
			<RadioGroup.Root
				size="sm"
				aria-label={text.question}
				value={value.how}
				onValueChange={({ value: how }) => onChange({ ...value, how: how === "run" || how === "always" ? how : "once" })}
			>
				<Stack gap="1.5">
					{choices.map(({ how, label }) => (
						<RadioGroup.Item key={how} value={how}>
							<RadioGroup.ItemHiddenInput />
							<RadioGroup.ItemIndicator borderColor="line.strong" />
							<RadioGroup.ItemText>{label}</RadioGroup.ItemText>
						</RadioGroup.Item>
					))}
				</Stack>
			</RadioGroup.Root>
			{amount === undefined || value.how === "once" ? null : (
				<TextField
					label={text.upTo(amount.currency)}
					width="12rem"
					value={value.amount}
					problem={isReadable(recorded, value) ? undefined : text.notRead}
					onChange={(typed) => onChange({ ...value, amount: typed })}
				/>
			)}
		</Stack>
	);
}
