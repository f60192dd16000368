//===- Parser.cpp - Lexer and parser --------------------------------------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Syntax.h"

#include <cctype>
#include <cstdlib>

using namespace arr;

namespace {

struct Token {
  enum class Kind { Name, Number, Symbol, End } kind = Kind::End;
  std::string text;
  Place place;
};

class Lexer {
public:
  explicit Lexer(const std::string &source) : source(source) {}

  Token next() {
    skip();
    Token token;
    token.place = place;
    if (position == source.size())
      return token;
    auto is = [&](int (*test)(int)) {
      return position < source.size() &&
             test(static_cast<unsigned char>(source[position]));
    };
    if (is(std::isalpha)) {
      token.kind = Token::Kind::Name;
      while (is(std::isalnum) || is([](int c) { return int(c == '_'); }))
        token.text += advance();
    } else if (is(std::isdigit)) {
      token.kind = Token::Kind::Number;
      while (is(std::isdigit) || is([](int c) { return int(c == '.'); }))
        token.text += advance();
    } else {
      token.kind = Token::Kind::Symbol;
      token.text = advance();
      if (std::string("()[]{},:;=+-*/@").find(token.text) == std::string::npos)
        throw SourceError(token.place,
                          "a program has no character '" + token.text + "'");
    }
    return token;
  }

private:
  char advance() {
    char c = source[position++];
    if (c == '\n')
      place = {place.line + 1, 1};
    else
      ++place.column;
    return c;
  }

  /// White space, and comments from # to the end of the line.
  void skip() {
    while (position < source.size()) {
      if (source[position] == '#')
        while (position < source.size() && source[position] != '\n')
          advance();
      else if (std::isspace(static_cast<unsigned char>(source[position])))
        advance();
      else
        return;
    }
  }

  const std::string &source;
  size_t position = 0;
  Place place;
};

class Parser {
public:
  explicit Parser(const std::string &source) : lexer(source) { next(); }

  std::vector<Definition> parseProgram() {
    std::vector<Definition> program;
    while (token.kind != Token::Kind::End)
      program.push_back(parseDefinition());
    return program;
  }

private:
  using ExprPtr = std::unique_ptr<Expr>;

  void next() { token = lexer.next(); }

  bool is(const char *text) const {
    return token.kind != Token::Kind::End && token.text == text;
  }
  bool consume(const char *text) {
    if (!is(text))
      return false;
    next();
    return true;
  }
  [[noreturn]] void fail(const std::string &wanted) const {
    std::string found = token.kind == Token::Kind::End
                            ? "the end of the program"
                            : "'" + token.text + "'";
    throw SourceError(token.place, "expected " + wanted + ", found " + found);
  }
  void expect(const char *text) {
    if (!consume(text))
      fail("'" + std::string(text) + "'");
  }
  std::string expectName(const char *what) {
    if (token.kind != Token::Kind::Name)
      fail(what);
    std::string name = token.text;
    next();
    return name;
  }

  Definition parseDefinition() {
    expect("fn");
    Definition definition;
    definition.place = token.place;
    definition.name = expectName("the name of a function");
    expect("(");
    while (!is(")")) {
      definition.parameters.push_back(parseParameter());
      if (!consume(","))
        break;
    }
    expect(")");
    expect("{");
    while (is("let")) {
      next();
      Binding binding;
      binding.place = token.place;
      binding.name = expectName("a name");
      expect("=");
      binding.value = parseSum();
      expect(";");
      definition.bindings.push_back(std::move(binding));
    }
    do
      definition.results.push_back(parseSum());
    while (consume(","));
    expect("}");
    return definition;
  }

  /// x: f32[B, 3]
  Parameter parseParameter() {
    Parameter parameter;
    parameter.place = token.place;
    parameter.name = expectName("the name of a parameter");
    expect(":");
    expect("f32");
    expect("[");
    while (!is("]")) {
      Extent extent;
      if (token.kind == Token::Kind::Number)
        extent.value = std::strtol(token.text.c_str(), nullptr, 10);
      else if (token.kind == Token::Kind::Name)
        extent.name = token.text;
      else
        fail("an extent");
      next();
      parameter.shape.push_back(extent);
      if (!consume(","))
        break;
    }
    expect("]");
    return parameter;
  }

  ExprPtr make(Expr::Kind kind, Place place, std::string text) {
    auto expr = std::make_unique<Expr>();
    expr->kind = kind;
    expr->place = place;
    expr->text = std::move(text);
    return expr;
  }

  /// Operators of one precedence, from the left.
  ExprPtr parseLeft(const std::string &symbols,
                    ExprPtr (Parser::*parseOperand)()) {
    ExprPtr left = (this->*parseOperand)();
    while (token.kind == Token::Kind::Symbol &&
           symbols.find(token.text) != std::string::npos) {
      ExprPtr expr = make(Expr::Kind::Operator, token.place, token.text);
      next();
      expr->operands.push_back(std::move(left));
      expr->operands.push_back((this->*parseOperand)());
      left = std::move(expr);
    }
    return left;
  }
  ExprPtr parseSum() { return parseLeft("+-", &Parser::parseProduct); }
  ExprPtr parseProduct() { return parseLeft("*/@", &Parser::parsePrimary); }

  ExprPtr parsePrimary() {
    Place place = token.place;
    if (consume("-")) {
      ExprPtr expr = make(Expr::Kind::Operator, place, "-");
      expr->operands.push_back(parsePrimary());
      return expr;
    }
    if (consume("(")) {
      ExprPtr expr = parseSum();
      expect(")");
      return expr;
    }
    if (token.kind == Token::Kind::Number) {
      ExprPtr expr = make(Expr::Kind::Number, place, token.text);
      expr->number = std::strtod(token.text.c_str(), nullptr);
      next();
      return expr;
    }
    bool isGrad = consume("grad");
    std::string name =
        expectName(isGrad ? "the name of a function" : "an expression");
    if (!isGrad && !is("("))
      return make(Expr::Kind::Name, place, name);
    ExprPtr expr =
        make(isGrad ? Expr::Kind::Grad : Expr::Kind::Call, place, name);
    expect("(");
    while (!is(")")) {
      expr->operands.push_back(parseSum());
      if (!consume(","))
        break;
    }
    expect(")");
    return expr;
  }

  Lexer lexer;
  Token token;
};

} // namespace

std::vector<Definition> arr::parse(const std::string &source) {
  return Parser(source).parseProgram();
}
