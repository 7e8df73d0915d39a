import { Skeleton, Stack } from "@chakra-ui/react";
import type { ModelTest, ModelView } from "@webhand/contracts/agent/model";
import { chooseModelRoute, dropModelRoute, modelRoute, testModelRoute } from "@webhand/contracts/agent/model";
import { useState } from "react";
import type { ServerProblem } from "../../../kit/load/problem.ts";
import { problemOf } from "../../../kit/load/problem.ts";
import { useReply } from "../../../kit/load/queries.ts";
import { nameOf } from "../../../kit/words/model-name.ts";
import { LoadView } from "../../kit/load/load-view.tsx";
import { ProblemView } from "../../kit/load/problem-view.tsx";
import { PageTitle } from "../../kit/page-title.tsx";
import type { PageProps } from "../../page-props.ts";
import type { ModelForm } from "./choice.ts";
import { choiceOf, formOf } from "./choice.ts";
import { ModelFormView } from "./model-form.tsx";
import { ModelNow } from "./model-now.tsx";
import { modelText } from "./words.ts";

/** What the last change or test led to. */
type Outcome = { readonly test: ModelTest | null; readonly told: string; readonly problem: ServerProblem | null };
const nothing: Outcome = { test: null, told: "", problem: null };

/** Who decides for the organization, and the form that changes it. */
export function ModelPage({ api }: PageProps) {
	const text = modelText;
	const loaded = useReply(api, modelRoute);
	const [busy, setBusy] = useState<"none" | "save" | "test" | "drop">("none");
	const [outcome, setOutcome] = useState<Outcome>(nothing);

	const attempt = async (kind: "test" | "drop", act: () => Promise<Partial<Outcome>>) => {
		setBusy(kind);
		setOutcome(nothing);
		const done = await act().catch((error: unknown): Partial<Outcome> => ({ problem: problemOf(error) }));
		setOutcome({ ...nothing, ...done });
		setBusy("none");
	};
	const save = async (form: ModelForm) => {
		setBusy("save");
		setOutcome(nothing);
		try {
			const view = await api.call(chooseModelRoute, { body: choiceOf(form) });
			loaded.replace(view);
			setOutcome({ ...nothing, told: text.saved(nameOf(view)) });
		} finally {
			setBusy("none");
		}
	};
	const test = () => attempt("test", async () => ({ test: await api.call(testModelRoute) }));
	const drop = () =>
		attempt("drop", async () => {
			await api.call(dropModelRoute);
			loaded.replace(await api.call(modelRoute));
			return { told: text.dropped };
		});

	return (
		<Stack gap="6">
			<PageTitle title={text.title} lead={text.lead} />
			<LoadView loaded={loaded} skeleton={<ModelSkeleton />}>
				{(view) => (
					<Stack gap="8">
						<ModelNow
							view={view}
							busy={busy}
							test={outcome.test}
							told={outcome.told}
							onTest={() => void test()}
							onDrop={() => void drop()}
						/>
						{outcome.problem === null ? null : <ProblemView problem={outcome.problem} />}
						<ModelFormView key={keyOf(view)} view={view} initial={formOf(view)} isDisabled={busy !== "none"} onSave={save} />
					</Stack>
				)}
			</LoadView>
		</Stack>
	);
}

/** The form starts again with each change of the stored choice. */
const keyOf = (view: ModelView) => `${view.source} ${view.updatedAt ?? ""}`;

function ModelSkeleton() {
	return (
		<Stack gap="6" role="status" aria-busy="true" aria-label={modelText.now}>
			<Skeleton height="36" borderRadius="lg" />
			<Skeleton height="80" borderRadius="lg" />
		</Stack>
	);
}
