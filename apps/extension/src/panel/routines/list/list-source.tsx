import { Button, Field, HStack, Input, Stack, Text, Textarea } from "@chakra-ui/react";
import { useRef, useState } from "react";
import { ClipIcon, ExportIcon } from "../../../kit/icons.tsx";
import { Problem } from "../../../kit/states.tsx";
import { routinesText } from "../words.ts";
import type { Source } from "./list-draft.ts";

/** As base64 it takes a third more than the 20 MB of a request. */
const mostBytes = 14_000_000;
const kinds = ".csv,.tsv,.txt,.xlsx";

type Props = {
	readonly onSource: (source: Source) => void;
	/** Saves an empty list with the columns of the routine. */
	readonly onTemplate: () => void;
};

/** Takes a list: a file, or a table that is pasted. */
export function ListSource({ onSource, onTemplate }: Props) {
	const text = routinesText.list;
	const picker = useRef<HTMLInputElement>(null);
	const [pasted, setPasted] = useState("");
	const [problem, setProblem] = useState("");
	const take = (file: File) => {
		if (file.size > mostBytes) return setProblem(text.tooBig);
		void base64Of(file).then(
			(content) => onSource({ name: file.name, file: content }),
			() => setProblem(text.unreadable(file.name)),
		);
	};
	return (
		<Stack px="gutter" gap="3" pb="3">
			<Text color="fg.quiet">{text.lead}</Text>
			<HStack gap="2" wrap="wrap">
				<Button size="sm" variant="outline" borderColor="line.strong" onClick={() => picker.current?.click()}>
					<ClipIcon />
					{text.choose}
				</Button>
				<Button size="sm" variant="ghost" title={text.templateHint} onClick={onTemplate}>
					<ExportIcon />
					{text.template}
				</Button>
			</HStack>
			<Input
				ref={picker}
				type="file"
				accept={kinds}
				display="none"
				aria-label={text.choose}
				tabIndex={-1}
				onChange={(event) => {
					const file = event.target.files?.[0];
					if (file !== undefined) take(file);
					event.target.value = "";
				}}
			/>
			{problem === "" ? null : <Problem message={problem} />}
			<Field.Root>
				<Field.Label>{text.paste}</Field.Label>
				<Textarea
					rows={6}
					borderColor="line.strong"
					fontFamily="mono"
					textStyle="small"
					spellCheck={false}
					value={pasted}
					onChange={(event) => setPasted(event.target.value)}
				/>
			</Field.Root>
			<Button
				size="sm"
				colorPalette="brand"
				alignSelf="start"
				disabled={pasted.trim() === ""}
				onClick={() => onSource({ name: text.pasted, text: pasted })}
			>
				{text.read}
			</Button>
		</Stack>
	);
}

async function base64Of(file: File): Promise<string> {
	const reader = new FileReader();
	const read = new Promise<string>((resolve, reject) => {
		reader.onload = () => resolve(String(reader.result));
		reader.onerror = () => reject(reader.error);
	});
	reader.readAsDataURL(file);
	const address = await read;
	return address.slice(address.indexOf(",") + 1);
}
