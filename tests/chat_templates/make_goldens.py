#!/usr/bin/env python3
"""Makes goldens.json: chat templates, messages, and what Jinja makes of them with the settings of transformers.

    pip install jinja2==3.1.6 && python tests/chat_templates/make_goldens.py

The templates are written for this test, in the manners of those that models come with: ChatML, the two bracket styles, header and
footer tokens, and one for each part of the language that chat templates use. A case whose template refuses its messages, or is wrong,
has no text.
"""
import json
import pathlib

from jinja2 import TemplateError
from jinja2.ext import Extension, loopcontrols
from jinja2.sandbox import ImmutableSandboxedEnvironment

CHATML = """{% for message in messages %}{% if loop.first and message['role'] != 'system' %}{{ '<|im_start|>system\\nBe brief.<|im_end|>\\n' }}{% endif %}{{ '<|im_start|>' + message['role'] + '\\n' + message['content'] + '<|im_end|>' + '\\n' }}{% endfor %}{% if add_generation_prompt %}{{ '<|im_start|>assistant\\n' }}{% endif %}"""

BRACKETS = """
{%- if messages[0]['role'] == 'system' %}
    {%- set system_message = messages[0]['content'] | trim %}
    {%- set loop_messages = messages[1:] %}
{%- else %}
    {%- set loop_messages = messages %}
{%- endif %}
{{- bos_token }}
{%- for message in loop_messages %}
    {%- if (message['role'] == 'user') != (loop.index0 % 2 == 0) %}
        {{- raise_exception('user and assistant have to take turns') }}
    {%- endif %}
    {%- if message['role'] == 'user' %}
        {%- if loop.first and system_message is defined %}
            {{- ' [INST] <<SYS>>\\n' + system_message + '\\n<</SYS>>\\n\\n' + message['content'] + ' [/INST]' }}
        {%- else %}
            {{- ' [INST] ' + message['content'] + ' [/INST]' }}
        {%- endif %}
    {%- elif message['role'] == 'assistant' %}
        {{- ' ' + message['content'].strip() + eos_token }}
    {%- else %}
        {{- raise_exception("only user and assistant roles, not " ~ message.role) }}
    {%- endif %}
{%- endfor %}
"""

HEADERS = """{{- bos_token }}
{%- if custom_tools is defined %}
    {%- set tools = custom_tools %}
{%- endif %}
{%- if not date_string is defined %}
    {%- set date_string = "26 Jul 2024" %}
{%- endif %}
{%- if messages[0]['role'] == 'system' %}
    {%- set system_message = messages[0]['content']|trim %}
    {%- set messages = messages[1:] %}
{%- else %}
    {%- set system_message = "" %}
{%- endif %}
{{- "<|start_header_id|>system<|end_header_id|>\\n\\n" }}
{%- if tools is not none %}
    {{- "Environment: ipython\\n" }}
{%- endif %}
{{- "Today Date: " + date_string + "\\n\\n" }}
{{- system_message }}
{{- "<|eot_id|>" }}
{#- the rest -#}
{%- for message in messages %}
    {%- if not (message.role == 'ipython' or message.role == 'tool' or 'tool_calls' in message) %}
        {{- '<|start_header_id|>' + message['role'] + '<|end_header_id|>\\n\\n' + message['content'] | trim + '<|eot_id|>' }}
    {%- endif %}
{%- endfor %}
{%- if add_generation_prompt %}
    {{- '<|start_header_id|>assistant<|end_header_id|>\\n\\n' }}
{%- endif %}
"""

THINKING = """{%- set ns = namespace(multi_step_tool=true, last_query_index=messages|length - 1) %}
{%- for message in messages[::-1] %}
    {%- set index = (messages|length - 1) - loop.index0 %}
    {%- if ns.multi_step_tool and message.role == "user" and message.content is string and not(message.content.startswith('<tool>') and message.content.endswith('</tool>')) %}
        {%- set ns.multi_step_tool = false %}
        {%- set ns.last_query_index = index %}
    {%- endif %}
{%- endfor %}
{%- for message in messages %}
    {%- set content = message.content %}
    {%- if message.role == "assistant" %}
        {%- set reasoning = '' %}
        {%- if '</think>' in content %}
            {%- set reasoning = content.split('</think>')[0].rstrip('\\n').split('<think>')[-1].lstrip('\\n') %}
            {%- set content = content.split('</think>')[-1].lstrip('\\n') %}
        {%- endif %}
        {%- if loop.index0 > ns.last_query_index and (loop.last or (not loop.last and reasoning)) %}
            {{- '<|im_start|>' + message.role + '\\n<think>\\n' + reasoning.strip('\\n') + '\\n</think>\\n\\n' + content.lstrip('\\n') }}
        {%- else %}
            {{- '<|im_start|>' + message.role + '\\n' + content }}
        {%- endif %}
        {{- '<|im_end|>\\n' }}
    {%- else %}
        {{- '<|im_start|>' + message.role + '\\n' + content + '<|im_end|>\\n' }}
    {%- endif %}
{%- endfor %}
{%- if add_generation_prompt %}
    {{- '<|im_start|>assistant\\n' }}
    {%- if enable_thinking is defined and enable_thinking is false %}
        {{- '<think>\\n\\n</think>\\n\\n' }}
    {%- endif %}
{%- endif %}"""

TURNS = """{{ bos_token }}{% if messages[0]['role'] == 'system' %}{{ raise_exception('System role not supported') }}{% endif %}{% for message in messages %}{% if (message['role'] == 'assistant') %}{% set role = 'model' %}{% else %}{% set role = message['role'] %}{% endif %}{{ '<start_of_turn>' + role + '\n' + message['content'] | trim + '<end_of_turn>\n' }}{% endfor %}{% if add_generation_prompt %}{{'<start_of_turn>model\n'}}{% endif %}"""

TALK = {
    "one": [{"role": "user", "content": "Hi"}],
    "system": [{"role": "system", "content": "  You are terse.\n"}, {"role": "user", "content": "What is 2+2? "}],
    "turns": [
        {"role": "user", "content": "Räum auf — 你好 👋🏽"},
        {"role": "assistant", "content": "<think>\nhm\n</think>\n\n  Gern. "},
        {"role": "user", "content": "\t{{ messages }} <|im_end|>\r\n"},
    ],
    "answered": [{"role": "user", "content": "a"}, {"role": "assistant", "content": "<think>\nx\n</think>\n\nb"}],
    "out of turn": [{"role": "user", "content": "a"}, {"role": "user", "content": "b"}],
    "odd role": [{"role": "user", "content": "a"}, {"role": "tool", "content": "b"}],
    "none": [],
}

# One a piece of the language; each with the messages "turns".
PIECES = [
    "  {% if true %}\n  a\n  {% endif %}\n b\n",
    "a {%- if true -%}  b  {%- endif -%}  c",
    "a\n   {%+ if true %}b{% endif +%}\n c",
    "x {# gone\n\n #}\n  {#- and gone -#}  y\n\n",
    "{{ 1 }}\n{{ 2 }}\n\n",
    "   {{ 'not stripped' }}   \n   {% set a = 1 %}   \n{{ a }}",
    "{% for m in messages %}{{ loop.index }}/{{ loop.length }} {{ loop.index0 }} {{ loop.revindex }} {{ loop.revindex0 }} {{ loop.first }} {{ loop.last }};{% endfor %}",
    "{% for m in messages %}{{ loop.previtem.role if loop.previtem is defined else '-' }}{{ loop.nextitem.role if loop.nextitem is defined else '-' }} {% endfor %}",
    "{% for m in messages if m.role == 'user' %}{{ loop.index }}{{ m.role }}{% else %}none{% endfor %}|{% for m in [] %}x{% else %}none{% endfor %}",
    "{% for m in messages %}{% if loop.index == 2 %}{% continue %}{% endif %}{{ m.role }}{% if loop.index == 3 %}{% break %}{% endif %}{% endfor %}",
    "{% for k, v in messages[0].items() %}{{ k }}={{ v }};{% endfor %}{% for k in messages[0] %}{{ k }},{% endfor %}{% for c in 'añ你' %}<{{ c }}>{% endfor %}",
    "{% set x = 1 %}{% for i in range(3) %}{% set x = x + i %}{{ x }}{% endfor %}{{ x }}",
    "{% set x = 1 %}{% if true %}{% set x = 2 %}{% endif %}{{ x }}",
    "{% set ns = namespace(n=0, text='') %}{% for i in range(1, 8, 2) %}{% set ns.n = ns.n + i %}{% set ns.text = ns.text ~ i ~ ',' %}{% endfor %}{{ ns.n }} {{ ns.text }}",
    "{% set block %}  a{{ 1 + 1 }}\n{% endset %}[{{ block }}]{{ block | trim | length }}",
    "{{ 7 // 2 }} {{ -7 // 2 }} {{ 7 % 3 }} {{ -7 % 3 }} {{ 7 % -3 }} {{ 7 / 2 }} {{ 8 / 2 }} {{ 2 * 3 + 4 }} {{ 2 + 3 * 4 }} {{ (2 + 3) * 4 }} {{ -3 - -2 }} {{ 1.5 + 1 }} {{ 7.5 // 2 }}",
    "{{ 1 < 2 < 3 }} {{ 1 < 3 < 2 }} {{ 1 == 1.0 }} {{ 'a' < 'b' }} {{ true and 'x' }} {{ '' or 'y' }} {{ not '' }} {{ not true and false }} {{ 1 in [1, 2] }} {{ 3 not in (1, 2) }} {{ 'ell' in 'hello' }} {{ 'role' in messages[0] }}",
    "{{ 'a' ~ 1 ~ none ~ true ~ 1.0 }} {{ [1, 'a', none, true, [2]] }} {{ {'a': 1, 'b': 'it\\'s'} }} {{ (1, 2)[1] }}",
    "{{ messages[-1].role }} {{ messages[5] is defined }} {{ messages[0]['missing'] is defined }} {{ missing is defined }} {{ missing is undefined }} [{{ missing }}] {{ 'a' if missing else 'b' }} [{{ 'a' if missing }}]",
    "{{ 'hello'[1:3] }} {{ 'hello'[::-1] }} {{ 'hello'[-3:] }} {{ 'hello'[:-1] }} {{ [1,2,3,4][::2] }} {{ [1,2,3,4][3:0:-2] }} {{ [1,2,3][5:] }} {{ 'héé'[1] }} {{ 'héé'|length }} {{ [1,2,3][-5:2] }} {{ [1,2,3][::-1] }}",
    "{{ ' a b '|trim }}|{{ 'aXb'|upper }} {{ 'aXb'|lower }} {{ 'hELLO wORLD'|capitalize }} {{ 'abc'|length }} {{ [1,2]|count }} {{ ['a','b']|join(', ') }} {{ [1,2]|join }} {{ 'abc'|first }} {{ [1,2]|last }} {{ 'a-b-a'|replace('a','c') }} {{ 5|string + 'x' }} {{ '12'|int + 1 }} {{ 'x'|int }} {{ 3.9|int }}",
    "{{ missing|default('d') }} {{ ''|default('d') }} {{ ''|default('d', true) }} {{ missing|d('e') }} {{ none|default('d') }}",
    "{{ messages|map(attribute='role')|join(',') }} {{ ['a','b']|map('upper')|list }} {{ messages|selectattr('role', 'equalto', 'user')|list|length }} {{ messages|rejectattr('role', 'equalto', 'user')|map(attribute='role')|first }} {{ [3,1]|reverse|list }}",
    "{{ ' x '.strip() }}|{{ 'xxaxx'.strip('x') }}|{{ '  a'.lstrip() }}|{{ 'a  '.rstrip() }}|{{ 'a,b,c'.split(',') }} {{ ' a  b '.split() }} {{ 'a,b,c'.split(',', 1)[1] }} {{ 'abc'.startswith('ab') }} {{ 'abc'.endswith('ab') }} {{ 'Ab'.upper() }} {{ 'Ab'.lower() }} {{ 'aba'.replace('a', 'x') }} {{ {'a': 1}.get('b', 2) }} {{ {'a': 1}.get('b') }} {{ {'a': 1}.keys()|list }} {{ {'a': 1}.values()|list }}",
    "{{ 1 is number }} {{ 'a' is string }} {{ [] is iterable }} {{ {} is mapping }} {{ 'a' is sequence }} {{ none is none }} {{ true is boolean }} {{ 3 is odd }} {{ 4 is even }} {{ 1 is not none }} {{ true is true }} {{ false is false }} {{ 1 is eq 1 }} {{ 'a' is in ['a'] }} {{ 1 is integer }} {{ 1.0 is float }}",
    "{{ messages|tojson }} {{ {'a': [1, 2.5, true, none, 'x\"\\n']}|tojson }} {{ [1, {'b': {}}]|tojson(indent=2) }} {{ []|tojson }}",
    "{{ 'it''s' 'joined' }} {{ \"tab\\there\" }} {{ 'a\\\\b' }} {{ '{{ }}' }} {{ '%}' }}{% set x = {'}': 1} %}{{ x['}'] }}",
    "{{ 'abc' | upper | lower ~ 'D' | lower }} {{ 1 + 2 | string | int }} {{ -1 | string }} {{ not 1 == 2 }}",
    "{{ 'a\nb\n\nc'|indent(2) }}|{{ 'a\nb'|indent(3, true) }} {{ {'b': 1, 'a': 2}|dictsort|map('first')|join }} {{ {'b': 1}|items|map('last')|list }}",
    "{% if messages and messages[0].role == 'user' %}u{% elif true %}e{% else %}x{% endif %}{% if false %}{% elif false %}{% else %}z{% endif %}",
    "{% generation %}{{ messages[0].role }}{% endgeneration %}",
    # wrong or refused
    "{% if true %}", "{% endif %}", "{% for x in %}{% endfor %}", "{{ 1 + }}", "{{ 'a }}", "{{ (1 }}", "{% for x in messages %}{% endif %}",
    "{{ missing.attribute }}", "{{ 1 + 'a' }}", "{{ 1 / 0 }}", "{{ messages | nofilter }}", "{{ 1 is notest }}", "{{ nofunction() }}", "{{ 'a'.nomethod() }}",
    "{% for a, b in messages[0] %}{{ a }}{% endfor %}", "{{ raise_exception('no') }}", "{% set missing.x = 1 %}", "{{ }}", "{% else %}", "{{ 1 2 }}", "{% break %}", "{{ messages[0] < 1 }}",
]


def refuse(message):
    raise TemplateError(message)


class Generation(Extension):
    """{% generation %} as transformers has it, where nothing is trained: its body."""

    tags = {"generation"}

    def parse(self, parser):
        next(parser.stream)
        return parser.parse_statements(("name:endgeneration",), drop_needle=True)


def render(template, messages, add_generation_prompt):
    environment = ImmutableSandboxedEnvironment(trim_blocks=True, lstrip_blocks=True, extensions=[loopcontrols, Generation])
    environment.filters["tojson"] = lambda value, indent=None: json.dumps(value, ensure_ascii=False, indent=indent)
    environment.globals["raise_exception"] = refuse
    try:
        return environment.from_string(template).render(
            messages=messages, add_generation_prompt=add_generation_prompt, bos_token="<s>", eos_token="</s>", tools=None
        )
    except Exception:
        return None


def main():
    cases = []
    for template in (CHATML, BRACKETS, HEADERS, THINKING, TURNS):
        for messages in TALK.values():
            for prompt in (True, False):
                cases.append({"template": template, "messages": messages, "prompt": prompt})
    cases += [{"template": piece, "messages": TALK["turns"], "prompt": True} for piece in PIECES]
    for case in cases:
        case["text"] = render(case["template"], case["messages"], case["prompt"])
    templates = list(dict.fromkeys(case["template"] for case in cases))
    for case in cases:
        case["template"] = templates.index(case["template"])
    path = pathlib.Path(__file__).with_name("goldens.json")
    path.write_text(json.dumps({"templates": templates, "cases": cases}, ensure_ascii=False, indent=0) + "\n", encoding="utf-8")
    print(len(cases), "cases,", sum(case["text"] is None for case in cases), "refused;", path.stat().st_size, "bytes")


if __name__ == "__main__":
    main()
