/**
 * How the code of docs/webhooks.md is run: a small program around it reads the file `cases`, whose lines hold secret, id,
 * time, signatures, body in base64 and the time now, separated by tabs, and prints true or false for each.
 */
export interface SnippetRunner {
  readonly name: string;
  /** Of the fence. */
  readonly language: string;
  /** A machine without one of these does not run it, and says so. */
  readonly needs: readonly string[];
  /** `npm test` runs it too. Its tools are there wherever the tests run: missing ones are a failure. */
  readonly isEveryday?: boolean;
  files(snippet: string): Readonly<Record<string, string>>;
  /** One after the other; what the last prints is the answer. */
  readonly commands: readonly (readonly string[])[];
  readonly env?: NodeJS.ProcessEnv;
}

const node: SnippetRunner = {
  name: 'Node',
  language: 'js',
  needs: ['node'],
  isEveryday: true,
  files: (snippet) => ({
    'webhook.mjs': snippet,
    'main.mjs': `import { readFileSync } from 'node:fs';
import { isGenuine } from './webhook.mjs';
for (const line of readFileSync('cases', 'utf8').trimEnd().split('\\n')) {
  const [secret, id, time, signatures, body, now] = line.split('\\t');
  const headers = Object.fromEntries(Object.entries({ 'webhook-id': id, 'webhook-timestamp': time,
    'webhook-signature': signatures }).filter(([, value]) => value !== ''));
  console.log(isGenuine(secret, headers, Buffer.from(body, 'base64'), Number(now)));
}`,
  }),
  commands: [[process.execPath, 'main.mjs']],
};

const python: SnippetRunner = {
  name: 'Python',
  language: 'python',
  needs: ['python3'],
  isEveryday: true,
  files: (snippet) => ({
    'webhook.py': snippet,
    'main.py': `import base64
from webhook import is_genuine
for line in open("cases"):
    secret, id, time, signatures, body, now = line.rstrip("\\n").split("\\t")
    headers = {"webhook-id": id, "webhook-timestamp": time, "webhook-signature": signatures}
    headers = {name: value for name, value in headers.items() if value}
    print(is_genuine(secret, headers, base64.b64decode(body), int(now)))`,
  }),
  commands: [['python3', 'main.py']],
};

const php: SnippetRunner = {
  name: 'PHP',
  language: 'php',
  needs: ['php'],
  files: (snippet) => ({
    'main.php': `<?php
${snippet}
foreach (file('cases', FILE_IGNORE_NEW_LINES) as $line) {
    [$secret, $id, $time, $signatures, $body, $now] = explode("\\t", $line);
    $headers = array_filter(['webhook-id' => $id, 'webhook-timestamp' => $time, 'webhook-signature' => $signatures]);
    echo json_encode(is_genuine($secret, $headers, base64_decode($body), (int) $now)), "\\n";
}`,
  }),
  commands: [['php', 'main.php']],
};

const java: SnippetRunner = {
  name: 'Java',
  language: 'java',
  needs: ['javac', 'java'],
  files: (snippet) => ({
    'ManillaWebhook.java': snippet,
    'Main.java': `import java.nio.file.*;
import java.util.*;
class Main {
  public static void main(String[] args) throws Exception {
    for (String line : Files.readAllLines(Path.of("cases"))) {
      String[] cells = line.split("\\t");
      Map<String, String> headers = new HashMap<>();
      headers.put("webhook-id", cells[1]);
      headers.put("webhook-timestamp", cells[2]);
      if (!cells[3].isEmpty()) headers.put("webhook-signature", cells[3]);
      byte[] body = Base64.getDecoder().decode(cells[4]);
      System.out.println(ManillaWebhook.isGenuine(cells[0], headers::get, body, Long.parseLong(cells[5])));
    }
  }
}`,
  }),
  commands: [
    ['javac', '-Xlint:all', '-Werror', 'ManillaWebhook.java', 'Main.java'],
    ['java', '-XX:TieredStopAtLevel=1', 'Main'],
  ],
};

const csharp: SnippetRunner = {
  name: 'C#',
  language: 'csharp',
  needs: ['mcs', 'mono'],
  files: (snippet) => ({
    'ManillaWebhook.cs': snippet,
    'Program.cs': `using System;
using System.IO;
static class Program {
    static void Main() {
        foreach (string line in File.ReadLines("cases")) {
            string[] cells = line.Split('\\t');
            Func<string, string> header = name =>
                name == "webhook-id" ? cells[1] : name == "webhook-timestamp" ? cells[2] : cells[3] == "" ? null : cells[3];
            byte[] body = Convert.FromBase64String(cells[4]);
            Console.WriteLine(ManillaWebhook.IsGenuine(cells[0], header, body, long.Parse(cells[5])));
        }
    }
}`,
  }),
  commands: [
    ['mcs', '-warnaserror', '-out:program.exe', 'ManillaWebhook.cs', 'Program.cs'],
    ['mono', 'program.exe'],
  ],
};

const go: SnippetRunner = {
  name: 'Go',
  language: 'go',
  needs: ['go'],
  files: (snippet) => ({
    'go.mod': 'module check\n\ngo 1.21\n',
    'webhook/webhook.go': snippet,
    'main.go': `package main

import (
	"check/webhook"
	"encoding/base64"
	"fmt"
	"os"
	"strconv"
	"strings"
)

func main() {
	text, _ := os.ReadFile("cases")
	for _, line := range strings.Split(strings.TrimSpace(string(text)), "\\n") {
		cells := strings.Split(line, "\\t")
		headers := map[string]string{"webhook-id": cells[1], "webhook-timestamp": cells[2], "webhook-signature": cells[3]}
		body, _ := base64.StdEncoding.DecodeString(cells[4])
		now, _ := strconv.ParseInt(cells[5], 10, 64)
		fmt.Println(webhook.IsGenuine(cells[0], func(name string) string { return headers[name] }, body, now))
	}
}`,
  }),
  commands: [['go', 'run', '.']],
  // Nothing is to be downloaded.
  env: { ...process.env, GOTOOLCHAIN: 'local', GOPROXY: 'off', GOFLAGS: '-mod=mod' },
};

/** The languages of the page, in its order. */
export const snippetRunners: readonly SnippetRunner[] = [node, python, php, java, csharp, go];
