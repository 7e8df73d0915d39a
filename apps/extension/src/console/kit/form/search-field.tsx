import { Field, Input } from "@chakra-ui/react";
import { useEffect, useState } from "react";

type Props = { readonly label: string; readonly value: string; readonly onSearch: (text: string) => void };

const typingMs = 300;

/** A search that follows typing after a moment. */
export function SearchField({ label, value, onSearch }: Props) {
	const [typed, setTyped] = useState(value);
	useEffect(() => setTyped(value), [value]);
	useEffect(() => {
		if (typed.trim() === value) return;
		const timer = setTimeout(() => onSearch(typed.trim()), typingMs);
		return () => clearTimeout(timer);
	}, [typed, value, onSearch]);
	return (
		<Field.Root flexGrow="1" width="14rem" minW="0" maxW="28rem">
			<Field.Label>{label}</Field.Label>
			<Input
				type="search"
				size="sm"
				maxLength={100}
				borderColor="line.strong"
				value={typed}
				onChange={(event) => setTyped(event.target.value)}
			/>
		</Field.Root>
	);
}
