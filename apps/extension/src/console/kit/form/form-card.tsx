import { Box, Button, Heading, Stack, Text } from "@chakra-ui/react";
import type { ReactNode } from "react";
import type { ServerProblem } from "../../../kit/load/problem.ts";
import { Problem } from "../../../kit/states.tsx";
import { consoleText } from "../../words.ts";
import { Card } from "../card.tsx";
import { sentenceOf } from "../load/problem-view.tsx";
import { Told } from "./told.tsx";
import type { Form } from "./use-form.ts";

type Props = {
	readonly form: Pick<Form<never>, "submit" | "isBusy" | "problem" | "shown" | "told">;
	readonly title: string;
	readonly lead?: string | undefined;
	/** The page's own title says it. */
	readonly hasNoHeading?: boolean;
	/** The button that sends; its name stays while it waits. */
	readonly save: string;
	readonly isDisabled?: boolean;
	/** It changes nothing. */
	readonly isQuestion?: boolean;
	/** Width of a form of one column. */
	readonly maxW?: string;
	/** Stands below the fields. */
	readonly below?: ReactNode;
	/** In place of what was done and the button. */
	readonly end?: ReactNode;
	readonly children: ReactNode;
};

/** A form in a frame: its fields, why it was refused, what it did, and the button that sends it. */
export function FormCard({ form, title, save, isDisabled = false, isQuestion = false, hasNoHeading = false, children, ...rest }: Props) {
	const { lead, maxW, below, end } = rest;
	return (
		<Card label={title}>
			<form onSubmit={form.submit} noValidate autoComplete="off">
				<Stack gap="4" {...(maxW === undefined ? {} : { maxW })}>
					{hasNoHeading ? null : (
						<Stack gap="1">
							<Heading as="h2" size="md" overflowWrap="anywhere">
								{title}
							</Heading>
							{lead === undefined ? null : <Text color="fg.quiet">{lead}</Text>}
						</Stack>
					)}
					{children}
					<FormProblem problem={form.problem} shown={form.shown} />
					{below}
					{end ?? (
						<>
							<Told>{form.told}</Told>
							<Box>
								<Button
									type="submit"
									size="sm"
									{...(isQuestion ? { variant: "outline" } : { colorPalette: "brand" })}
									loading={form.isBusy}
									disabled={form.isBusy || isDisabled}
									aria-label={save}
								>
									{save}
								</Button>
							</Box>
						</>
					)}
				</Stack>
			</form>
		</Card>
	);
}

/** Why a form was refused: the fields tell their part, and this the rest. */
export function FormProblem({ problem, shown }: { readonly problem: ServerProblem | null; readonly shown: ReadonlySet<string> }) {
	if (problem === null) return null;
	if (problem.kind !== "invalid") return <Problem message={sentenceOf(problem)} requestId={problem.requestId} />;
	const others = Object.entries(problem.fields).filter(([field]) => !shown.has(field));
	const sentences = others.map(([field, message]) => (field === "" ? message : `${field}: ${message}`));
	return <Problem message={[consoleText.problem.checkFields, ...sentences].join(" ")} />;
}

/** The end of a form that changes what is there after a question. It tells when nothing was changed. */
export function SaveRow({ form, save, children }: Pick<Props, "form" | "save"> & { readonly children?: ReactNode }) {
	return (
		<Box display="flex" flexWrap="wrap" gap="2" alignItems="center">
			<Button type="submit" size="sm" colorPalette="brand">
				{save}
			</Button>
			{children}
			<Box role="status">{form.told === "" ? null : <Text color="fg.quiet">{form.told}</Text>}</Box>
		</Box>
	);
}
