import { Box, Button, HStack, Stack, Text } from "@chakra-ui/react";
import type { OfferedLogin } from "@webhand/contracts/authority/login";
import type { LoginId, TaskId } from "@webhand/contracts/ids";
import type { FormEvent } from "react";
import { useEffect, useState } from "react";
import { TextField } from "../../kit/form/text-field.tsx";
import { loginText as text } from "./words.ts";

/** What the vault does at a hand-over. Each gives `problem` in words where it is refused. Keeps its identity. */
export type LoginActions = {
	readonly offered: (taskId: TaskId) => Promise<readonly OfferedLogin[]>;
	readonly use: (taskId: TaskId, loginId: LoginId) => Promise<{ readonly filled: readonly string[] } | { readonly problem: string }>;
	readonly save: (taskId: TaskId, name: string) => Promise<{ readonly name: string } | { readonly problem: string }>;
};

type Props = { readonly taskId: TaskId; readonly site: string; readonly actions: LoginActions };

/** Logins for the page that is handed over, and a way to keep the one that the person types. */
export function LoginOffer({ taskId, site, actions }: Props) {
	const [logins, setLogins] = useState<readonly OfferedLogin[]>([]);
	const [busy, setBusy] = useState("");
	const [told, setTold] = useState({ text: "", isProblem: false });
	const [name, setName] = useState<string | null>(null);
	useEffect(() => {
		let isGone = false;
		// Without an offer the person types by hand, as ever.
		void actions.offered(taskId).then((found) => (isGone ? undefined : setLogins(found)));
		return () => {
			isGone = true;
		};
	}, [actions, taskId]);
	const doing = async (what: string, act: () => Promise<string | { readonly problem: string }>) => {
		setBusy(what);
		setTold({ text: "", isProblem: false });
		const done = await act();
		setTold(typeof done === "string" ? { text: done, isProblem: false } : { text: done.problem, isProblem: true });
		setBusy("");
	};
	const use = ({ id }: OfferedLogin) =>
		doing(id, async () => {
			const done = await actions.use(taskId, id);
			return "problem" in done ? done : text.filled(done.filled);
		});
	const save = (event: FormEvent) => {
		event.preventDefault();
		void doing("save", async () => {
			const done = await actions.save(taskId, (name ?? "").trim());
			if ("problem" in done) return done;
			setName(null);
			return text.saved(done.name);
		});
	};
	return (
		<Stack gap="2" role="group" aria-label={text.group}>
			<HStack wrap="wrap" gap="1.5">
				{logins.map((login) => (
					<Button
						key={login.id}
						size="xs"
						variant="outline"
						bg="bg.card"
						borderColor="line.strong"
						height="auto"
						minH="8"
						py="1"
						maxW="full"
						whiteSpace="normal"
						overflowWrap="anywhere"
						textAlign="start"
						loading={busy === login.id}
						disabled={busy !== ""}
						onClick={() => void use(login)}
					>
						{text.use(login)}
					</Button>
				))}
				{name === null ? (
					<Button size="xs" variant="ghost" disabled={busy !== ""} onClick={() => setName(URL.parse(site)?.host ?? "")}>
						{text.save}
					</Button>
				) : null}
			</HStack>
			{name === null ? null : (
				<form onSubmit={save}>
					<Stack gap="2">
						<TextField label={text.name} hint={text.saveHint} value={name} problem={undefined} onChange={setName} />
						<HStack>
							<Button type="submit" size="xs" colorPalette="brand" loading={busy === "save"} disabled={name.trim() === ""}>
								{text.saveNow}
							</Button>
							<Button type="button" size="xs" variant="ghost" onClick={() => setName(null)}>
								{text.cancel}
							</Button>
						</HStack>
					</Stack>
				</form>
			)}
			<Box role="status">
				{told.text === "" ? null : (
					<Text textStyle="small" color={told.isProblem ? "fg.error" : "fg.quiet"} overflowWrap="anywhere">
						{told.text}
					</Text>
				)}
			</Box>
		</Stack>
	);
}
